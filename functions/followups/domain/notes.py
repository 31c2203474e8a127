"""Paragraphs that are noted below a todo's notes: what agents did, why they gave up, what the owner answered."""

from dataclasses import dataclass

from followups.domain import text
from followups.domain.limits import AGENT_TEXT_CHARACTERS, COMMIT_CHARACTERS


@dataclass(frozen=True, kw_only=True)
class Note:
    """A paragraph to append to the notes; where it does not fit, it becomes a report."""

    lead: str
    body: str

    def __str__(self) -> str:
        return f"{self.lead}: {self.body}"


def completion_note(summary: str, commit: str | None) -> Note:
    """What an agent's completion leaves in the notes."""
    lead = "Done"
    if commit is not None:
        lead = f"Done in {text.line(commit, 'commit', COMMIT_CHARACTERS)}"
    return Note(lead=lead, body=text.paragraph(summary, "summary", AGENT_TEXT_CHARACTERS))


def hand_back_note(reason: str) -> Note:
    return Note(lead="Handed back", body=text.paragraph(reason, "reason", AGENT_TEXT_CHARACTERS))


def answer_note(answer: str) -> Note:
    """What the owner answers to a hand-back."""
    return Note(lead="Answer of the owner", body=text.paragraph(answer, "answer", AGENT_TEXT_CHARACTERS))
