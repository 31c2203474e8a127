from followups.domain import tickets


def test_a_ticket_holds_every_bit_that_it_was_made_of():
    assert tickets.ticket(b"\xff" * 32) != tickets.ticket(b"\xff" * 31 + b"\xfe")
    assert tickets.ticket(b"\x7f" + b"\xff" * 31) != tickets.ticket(b"\xff" * 32)
    assert {len(tickets.ticket(bits * 32)) for bits in (b"\x00", b"\xff")} == {43}


def test_what_is_made_is_known_again():
    assert tickets.is_ticket(tickets.ticket(b"\x00" * 32))
    assert tickets.is_ticket(tickets.ticket(b"\xff" * 32))


def test_anything_else_is_none():
    ticket = tickets.ticket(b"\x05" * 32)
    for text in ("", ticket[1:], f"{ticket}0", f"{ticket}\n", f" {ticket[1:]}", "é" * 43, "٣" * 43, "-" * 43):
        assert not tickets.is_ticket(text), text


def test_the_hash_that_is_kept_does_not_show_the_ticket():
    ticket = tickets.ticket(b"\x05" * 32)
    assert ticket not in tickets.digest(ticket)
    assert len(tickets.digest(ticket)) == 64
