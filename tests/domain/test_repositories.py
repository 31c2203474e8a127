import pytest
from hypothesis import given
from hypothesis import strategies as st

from followups.domain.errors import Invalid, TooLarge
from followups.domain.repositories import folded, repository


@pytest.mark.parametrize(
    "remote",
    [
        "acme/widget",
        " acme/widget/ ",
        "acme/widget.git",
        "acme/widget.git.git",
        "github.com/acme/widget",
        "www.github.com/acme/widget",
        "https://github.com/acme/widget",
        "https://github.com/acme/widget.git",
        "https://github.com/acme/widget/",
        "https://github.com/acme/widget.git/",
        "https://github.com:443/acme/widget",
        "https://github.com./acme/widget",
        "https://github.com/acme/widget?tab=readme#top",
        "HTTPS://GitHub.com/acme/widget",
        "http://github.com/acme/widget",
        "https://www.github.com/acme/widget",
        "https://name:s3cr3t@github.com/acme/widget.git",
        "https://x-access-token:p@ss@github.com/acme/widget.git",
        "git@github.com:acme/widget.git",
        "git@github.com:acme/widget",
        "git@github.com:/acme/widget.git",
        "github.com:acme/widget.git",
        "ssh://git@github.com/acme/widget.git",
        "ssh://git@github.com:22/acme/widget.git",
        "ssh://git@ssh.github.com:443/acme/widget.git",
        "git+ssh://git@github.com/acme/widget.git",
        "git://github.com/acme/widget.git",
        "git@work.github.com:acme/widget.git",
        "git@github-work:acme/widget.git",
        "git@github.com-work:acme/widget.git",
        "git@work-github:acme/widget.git",
        "ssh://git@github-work/acme/widget.git",
    ],
)
def test_every_remote_of_a_repository_on_github_is_owner_and_name(remote):
    assert repository(remote) == "acme/widget"


@pytest.mark.parametrize(
    ("remote", "name"),
    [
        ("git@github.com:acme/example.com.git", "acme/example.com"),
        ("https://github.com/acme/widget.git.io", "acme/widget.git.io"),
        ("git@github.com:Acme/Widget.git", "Acme/Widget"),
        ("https://github.com/acme/.github", "acme/.github"),
        ("workgit:acme/widget.git", "workgit/acme/widget"),
        ("git@gitlab.com:group/sub/widget.git", "gitlab.com/group/sub/widget"),
        ("gitlab.com/group/sub/widget", "gitlab.com/group/sub/widget"),
        ("https://oauth2:token@GitLab.com/group/sub/widget.git", "gitlab.com/group/sub/widget"),
        ("https://git.example.com:8443/acme/widget.git", "git.example.com:8443/acme/widget"),
        ("git.example.com:8443/acme/widget", "git.example.com:8443/acme/widget"),
        ("http://git.example.com:80/acme/widget.git", "git.example.com/acme/widget"),
        ("ssh://git@git.example.com:2222/acme/widget.git", "git.example.com:2222/acme/widget"),
        ("git@git.example.com:2222/acme/widget.git", "git.example.com/2222/acme/widget"),
        ("https://git.sr.ht/~acme/widget", "git.sr.ht/~acme/widget"),
        ("https://gist.github.com/acme/0123abcd.git", "gist.github.com/acme/0123abcd"),
        ("https://github.example.com/acme/widget", "github.example.com/acme/widget"),
        ("https://github/acme/widget", "github/acme/widget"),
        ("https://evilgithub.com/acme/widget", "evilgithub.com/acme/widget"),
        ("git@github.com-work.example:acme/widget", "github.com-work.example/acme/widget"),
        ("git@git.bücher.example:acme/widget", "git.bücher.example/acme/widget"),
        ("ssh://git@[2001:db8::1]:22/acme/widget.git", "[2001:db8::1]/acme/widget"),
        ("git@[2001:DB8::1]:acme/widget.git", "[2001:db8::1]/acme/widget"),
    ],
)
def test_elsewhere_the_host_stands_first_and_the_whole_path_is_kept(remote, name):
    assert repository(remote) == name


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "  ",
        "widget",
        "git@gitlab.com:widget.git",
        "gitlab.com/widget",
        "git.example.com:8443/widget",
        "/srv/git/widget.git",
        "/srv/git/acme/widget",
        "../widget",
        "../../acme/widget",
        "./acme/widget",
        "~/src/widget",
        "file:///srv/git/widget.git",
        "file:///srv/git/acme/widget.git",
        "C:\\src\\widget",
        "C:/src/widget",
        "\\\\server\\acme\\widget",
        "https://github.com",
        "https://github.com/acme",
        "https:///acme/widget",
        "https://github.com/acme/widget/tree/main",
        "https://host:port/acme/widget",
        "ftp://example.com/acme/widget",
        "acme//widget",
        "acme/..",
        "acme/./widget",
        "host.example/../widget/x",
        "acme/.git",
        "acme/...git",
        "https://github.com/a.b/widget",
        "acme/widget#12",
        "acme/widget@v1",
        "@acme/widget",
        "<owner>/<name>",
        "${owner}/${name}",
        "{owner}/{name}",
        "acme/my widget",
        "acme/wid\nget",
        "acme/wid\u200bget",
        "acme/wid\u202eget",
        "acme/\ud800",
        "acme/\u3164",
        "acme\\widget",
        "git clone https://github.com/acme/widget",
    ],
    ids=ascii,
)
def test_what_is_no_repository_on_a_host_is_refused_and_says_where_one_comes_from(raw):
    with pytest.raises(Invalid, match="A repository is owner/name on github.com") as refused:
        repository(raw)
    assert refused.value.details == {"field": "repository"}
    assert "git remote get-url origin" in refused.value.message


def test_credentials_of_a_refused_remote_are_not_repeated():
    with pytest.raises(Invalid) as refused:
        repository("https://name:s3cr3t@github.com/acme")
    assert "s3cr3t" not in refused.value.message


def test_a_name_may_have_200_bytes_and_not_one_more():
    longest = "acme/" + "é" * 97 + "x"
    assert len(longest.encode()) == 200
    assert repository(f"https://github.com/{longest}.git") == longest

    with pytest.raises(TooLarge, match="longer than 200 bytes") as refused:
        repository(longest + "x")
    assert refused.value.details == {"field": "repository", "limit": 200, "unit": "bytes"}


def test_two_spellings_of_one_repository_fold_to_the_same():
    assert folded(repository("git@github.com:Acme/Widget.git")) == folded(repository("acme/widget"))
    assert repository("Acme/Widget") == "Acme/Widget"


def test_the_same_path_on_two_hosts_is_two_repositories():
    one, other = repository("git@git-a.example:acme/widget.git"), repository("git@git-b.example:acme/widget.git")
    assert folded(one) != folded(other)


def test_a_fork_and_what_it_was_forked_from_are_two_repositories():
    assert folded(repository("git@github.com:me/widget.git")) != folded(repository("git@github.com:acme/widget.git"))


SEGMENTS = st.text(st.sampled_from("aZ09-._~éß%:@"), min_size=1, max_size=6)
HOSTS = st.sampled_from(
    ["github.com", "GitLab.com", "workgit", "github-work", "a.github.com", "h.example.:8443", "[::1]", "İ.x"]
)
REMOTES = st.builds(
    lambda form, host, path, end: form.format(host=host, path="/".join(path)) + end,
    st.sampled_from(
        [
            "{path}",
            "{host}/{path}",
            "https://u:p@{host}/{path}",
            "ssh://git@{host}/{path}",
            "git@{host}:{path}",
            "{host}:{path}",
        ]
    ),
    HOSTS,
    st.lists(SEGMENTS, min_size=1, max_size=4),
    st.sampled_from(["", ".git", "/", ".git/", ".git.git", "?x=1"]),
)


@given(REMOTES | st.text(max_size=30))
def test_a_canonical_name_is_its_own_canonical_name(raw):
    try:
        name = repository(raw)
    except Invalid:
        return
    assert repository(name) == name
    assert "/" in name
    assert not name.endswith((".git", "/"))
