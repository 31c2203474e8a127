"""Which repository a folder is, asked of real git."""

import pytest

from followups.domain import repositories
from tests.plugin.hook_program import HOOKS, PYTHON, git, origin, program

NONE = "repository: none. This folder has no origin remote on a host, so nothing may be captured here."

# D01, and the forms around it.
REMOTES = {
    "https://github.com/acme/widget": "acme/widget",
    "https://github.com/acme/widget.git": "acme/widget",
    "https://github.com/acme/widget/": "acme/widget",
    "https://github.com/acme/widget.git/": "acme/widget",
    "http://github.com/acme/widget": "acme/widget",
    "https://www.github.com/acme/widget": "acme/widget",
    "https://GitHub.com/Acme/Widget": "Acme/Widget",
    "git@github.com:acme/widget.git": "acme/widget",
    "git@github.com:acme/widget": "acme/widget",
    "git@github.com:/acme/widget.git": "acme/widget",
    "ssh://git@github.com/acme/widget.git": "acme/widget",
    "ssh://git@github.com:22/acme/widget.git": "acme/widget",
    "ssh://git@ssh.github.com:443/acme/widget.git": "acme/widget",
    "git://github.com/acme/widget.git": "acme/widget",
    "git+ssh://git@github.com/acme/widget.git": "acme/widget",
    "git@github.com:acme/example.com.git": "acme/example.com",
    "git@work.github.com:acme/widget.git": "acme/widget",
    "git@github-work:acme/widget.git": "acme/widget",
    "git@github.com-work:acme/widget.git": "acme/widget",
    "workgit:acme/widget.git": "workgit/acme/widget",
    "git@gitlab.com:group/sub/widget.git": "gitlab.com/group/sub/widget",
    "https://git.example.com:8443/acme/widget.git": "git.example.com:8443/acme/widget",
    "ssh://git@git.example.com:2222/acme/widget.git": "git.example.com:2222/acme/widget",
    "https://git.example.com:443/acme/widget.git": "git.example.com/acme/widget",
    "git@git-a.example:acme/widget.git": "git-a.example/acme/widget",
    "git@git-b.example:acme/widget.git": "git-b.example/acme/widget",
    "https://[2001:db8::1]:8443/acme/widget.git": "[2001:db8::1]:8443/acme/widget",
    "https://git.example.com/gitlab-ci/widget.git?ref=main#readme": "git.example.com/gitlab-ci/widget",
}
NO_HOST = [
    "git@gitlab.com:widget.git",
    "/srv/git/widget.git",
    "../widget",
    "./widget",
    "~/widget",
    "C:\\git\\widget",
    "C:/git/widget",
    "file:///srv/git/widget.git",
    "https://github.com/acme",
    "https://github.com/acme/widget/tree/main",
    "https://github.com/acme/../widget",
    "ftp://example.com/acme/widget",
    "ext::sh -c whoami% acme/widget",
    "--upload-pack=evil",
    "https://exa mple.com/acme/widget",
    "https://git.example.com/" + "x" * 300 + "/widget",
]
CREDENTIALS = {
    "https://anna:s3cret-token@github.com/acme/widget.git": "acme/widget",
    "https://s3cret-token@github.com/acme/widget.git": "acme/widget",
    "https://x-access-token:s3cret-token@git.example.com:8443/acme/widget.git": "git.example.com:8443/acme/widget",
    "https://anna:p@s3cret-token@github.com/acme/widget.git": "acme/widget",
    "ssh://anna:s3cret-token@git.example.com/acme/widget.git": "git.example.com/acme/widget",
    "https://anna:pa/s3cret-token@github.com/acme/widget.git": None,
    "https://anna:12/s3cret-token@github.com/acme/widget.git": None,
    "https://anna:a#s3cret-token@github.com/acme/widget.git": None,
    "https://anna:a?s3cret-token@github.com/acme/widget.git": None,
    "anna:s3cret-token@github.com:acme/widget.git": None,
    "anna:x/s3cret-token@github.com:acme/widget.git": None,
}


def named(ran):
    (line,) = [line for line in ran.context.splitlines() if line.startswith("repository: ")]
    return line


def set_origin(host, remote):
    git(host.project, "config", "remote.origin.url", remote)


@pytest.mark.parametrize("remote", REMOTES)
def test_every_usual_form_of_a_remote_has_one_name(remote, host, service) -> None:
    set_origin(host, remote)
    assert named(host.start()) == f"repository: {REMOTES[remote]}"
    assert service.asked[0].body["repository"] == REMOTES[remote]


@pytest.mark.parametrize("remote", REMOTES)
def test_the_service_knows_the_repository_by_the_same_name(remote) -> None:
    assert repositories.repository(REMOTES[remote]) == REMOTES[remote]


@pytest.mark.parametrize("remote", NO_HOST)
def test_what_is_on_no_host_is_no_repository_and_nothing_may_be_captured(remote, host, service) -> None:
    set_origin(host, remote)
    assert named(host.start()) == NONE
    assert "repository" not in service.asked[0].body


@pytest.mark.parametrize("remote", CREDENTIALS)
def test_credentials_in_a_remote_never_leave_the_machine(remote, host, service) -> None:
    set_origin(host, remote)
    ran = host.start()
    assert named(ran) == (f"repository: {CREDENTIALS[remote]}" if CREDENTIALS[remote] else NONE)
    assert "s3cret" in remote
    doctor = host.prompt("/follow-ups:doctor")
    for seen in (service.raw, ran.stdout, doctor.stdout, *(file.read_bytes() for file in host.kept())):
        assert b"s3cret" not in seen
        assert b"anna" not in seen


def test_origin_counts_and_no_other_remote(host) -> None:
    """D05"""
    git(host.project, "remote", "add", "upstream", "https://github.com/upstream/widget")
    assert named(host.start()) == "repository: acme/widget"
    git(host.project, "remote", "remove", "origin")
    assert named(host.start()) == NONE


def test_a_subfolder_belongs_to_its_repository(host) -> None:
    """D07"""
    folder = host.project / "packages" / "api" / "src"
    folder.mkdir(parents=True)
    assert named(host.start(cwd=str(folder))) == "repository: acme/widget"


def test_a_linked_worktree_belongs_to_its_repository(host) -> None:
    git(host.project, "commit", "--quiet", "--allow-empty", "-m", "first")
    git(host.project, "worktree", "add", "--quiet", str(host.folder / "linked"))
    (host.folder / "linked" / "deep").mkdir()
    assert named(host.start(cwd=str(host.folder / "linked"))) == "repository: acme/widget"
    assert named(host.start(cwd=str(host.folder / "linked" / "deep"))) == "repository: acme/widget"


def test_a_repository_inside_another_is_its_own(host) -> None:
    inner = host.project / "vendor"
    inner.mkdir()
    origin(inner, "https://gitlab.com/acme/vendor.git")
    assert named(host.start(cwd=str(inner))) == "repository: gitlab.com/acme/vendor"


def test_a_remote_that_git_rewrites_is_named_as_git_reaches_it(host) -> None:
    set_origin(host, "gh:acme/gadget")
    git(host.project, "config", "url.https://github.com/.insteadOf", "gh:")
    assert named(host.start()) == "repository: acme/gadget"


def test_a_folder_outside_of_git_a_missing_one_and_a_strange_one_are_no_repository(host, tmp_path) -> None:
    (tmp_path / "plain").mkdir()
    file = tmp_path / "file"
    file.write_text("x")
    for folder in (tmp_path / "plain", tmp_path / "gone", file, "a\0b", "\ud800", "x" * 9_000, "--help"):
        assert named(host.start(cwd=str(folder))) == NONE


@pytest.mark.parametrize("config", ['[remote "origin"', "\0\0\0", "", "[core]\n\trepositoryformatversion = 99\n"])
def test_a_broken_git_configuration_is_no_repository(config, host) -> None:
    (host.project / ".git" / "config").write_text(config)
    assert named(host.start()) == NONE


def test_without_git_there_is_no_repository(host, tmp_path) -> None:
    (tmp_path / "bin").mkdir()
    host.path = str(tmp_path / "bin")
    assert named(host.start()) == NONE
    assert "no repository" in host.prompt("/follow-ups:doctor").reason


@pytest.mark.parametrize(
    "script",
    [
        "#!/bin/sh\nexec sleep 9\n",
        "#!/bin/sh\nexit 3\n",
        "#!/bin/sh\nprintf 'https://github.com/acme/wid'; kill -9 $$\n",
        "#!/bin/sh\nwhile :; do printf 'https://github.com/acme/widget\\n' || exit; done\n",
    ],
    ids=["hangs", "fails", "dies", "never ends"],
)
def test_a_git_in_trouble_is_no_repository_and_costs_no_time(script, host, tmp_path) -> None:
    program(tmp_path / "bin", "git", script)
    host.path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    assert named(host.start()) == NONE


class TestAnAlias:
    """A host that the user's ssh configuration makes up."""

    @pytest.fixture
    def ssh(self, host, tmp_path):
        """Puts an `ssh` in front that answers `ssh -G -- HOST` with these lines and notes how it was called."""

        def put(lines: str, end: str = "exit 0") -> None:
            script = f'#!/bin/sh\nprintf "%s " "$@" > {tmp_path / "called"}\ncat <<"END"\n{lines}\nEND\n{end}\n'
            program(tmp_path / "bin", "ssh", script)
            host.path = f"{tmp_path / 'bin'}:/usr/bin:/bin"

        return put

    @pytest.mark.parametrize(
        "remote", ["git@github-work:acme/widget.git", "workgit:acme/widget", "ssh://w/acme/widget"]
    )
    def test_it_is_what_ssh_makes_of_it(self, remote, host, ssh, tmp_path) -> None:
        ssh("user git\nhostname github.com\nport 22\nidentityfile ~/.ssh/work")
        set_origin(host, remote)
        assert named(host.start()) == "repository: acme/widget"
        assert (tmp_path / "called").read_text().startswith("-G -- ")

    def test_it_may_stand_for_another_host(self, host, ssh) -> None:
        ssh("host x\nhostname GitLab.com")
        set_origin(host, "git@github-work:acme/widget.git")
        assert named(host.start()) == "repository: gitlab.com/acme/widget"

    def test_by_https_nobody_asks_ssh(self, host, ssh, tmp_path) -> None:
        ssh("hostname github.com")
        set_origin(host, "https://workgit/acme/widget.git")
        assert named(host.start()) == "repository: workgit/acme/widget"
        assert not (tmp_path / "called").exists()

    @pytest.mark.parametrize(
        "said", ["", "hostname", "hostname  ", "hostname $(id)", "hostname a/b", "\x00\x01 hostname"]
    )
    def test_an_answer_that_is_none_leaves_the_host_as_it_is_written(self, said, host, ssh) -> None:
        ssh(said)
        set_origin(host, "workgit:acme/widget.git")
        assert named(host.start()) == "repository: workgit/acme/widget"

    @pytest.mark.parametrize("end", ["exit 255", "exec sleep 9"])
    def test_an_ssh_in_trouble_leaves_github_as_it_is_usually_made_up(self, end, host, ssh) -> None:
        ssh("hostname gitlab.com", end)
        set_origin(host, "git@github-work:acme/widget.git")
        assert named(host.start()) == "repository: acme/widget"


def test_where_no_program_can_be_spawned_the_library_asks(host) -> None:
    """As on Windows."""
    without = (
        "import os, runpy, sys\ndel os.posix_spawnp\n"
        f"runpy.run_path({str(HOOKS / 'session_start.py')!r}, run_name='__main__')\n"
    )
    event = {**host.event("SessionStart"), "source": "startup"}
    ran = host.run("session_start", event, command=[PYTHON, "-I", "-S", "-c", without])
    assert named(ran) == "repository: acme/widget"
    host.path = "/nowhere"
    assert named(host.run("session_start", event, command=[PYTHON, "-I", "-S", "-c", without])) == NONE


@pytest.mark.parametrize(
    "remote",
    [
        "https://git.example/acme/widget;token=s3cret",
        "https://git.example/acme/widget&token=s3cret",
        "https://git.example/acme/widget%3ftoken=s3cret",
        "anna:s3cret-token%40github.com/acme/widget",
        "https://git.example/acme/wid\u202eget",
        "https://git.example/acme/\U000e0041widget",
        "https://git.example/acme/wid\x9bget",
    ],
)
def test_a_token_or_an_invisible_text_in_a_path_is_no_repository(remote, host) -> None:
    git(host.project, "remote", "set-url", "origin", remote)
    ran = host.start()
    assert named(ran) == NONE
    assert b"s3cret" not in ran.stdout
