"""Texts that try to be more than text. What any of them ran would set `window.__ran`, or ask another site."""

from typing import Final

MARKUP: Final = (
    "<script>window.__ran=1</script>",
    "</script><script>window.__ran=1</script>",
    '"><img src=x onerror=window.__ran=1>',
    "<svg onload=window.__ran=1><script>window.__ran=1</script></svg>",
    "<iframe srcdoc='<script>parent.__ran=1</script>'></iframe>",
    "<a href=javascript:window.__ran=1>press</a>",
    "<details open ontoggle=window.__ran=1>",
    "<input autofocus onfocus=window.__ran=1>",
    "<math><mtext></p><style><img src=x onerror=window.__ran=1></style>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=http://elsewhere.example/x.css>",
    "<base href=http://elsewhere.example/>",
    "<meta http-equiv=refresh content='0;url=http://elsewhere.example'>",
    "<img src=http://elsewhere.example/pixel.gif>",
    "<form action=http://elsewhere.example><button>press",
    "' onmouseover='window.__ran=1",
    "&lt;script&gt;window.__ran=1&lt;/script&gt;",
    "\\u003cscript\\u003ewindow.__ran=1\\u003c/script\\u003e",
    "<!-- --!> <![CDATA[ ]]> */window.__ran=1/*",
)

TEMPLATES: Final = (
    "{{constructor.constructor('window.__ran=1')()}}",
    "${window.__ran=1}",
    "#{window.__ran=1} <%= window.__ran=1 %>",
    "`-window.__ran=1-`",
    "}</style>body{background:url(http://elsewhere.example/css)}",
    "expression(window.__ran=1)",
    "=cmd|'/c calc'!A0",
    "%s%n%p ../../etc/passwd",
)

ADDRESSES: Final = (
    "javascript:window.__ran=1",
    "data:text/html,<script>window.__ran=1</script>",
    "http://elsewhere.example/",
)

WORDS: Final = ("null", "undefined", "NaN", "[object Object]", "__proto__", "constructor", "toString", "0", "false")

SHAPES: Final = (
    "مراجعة الخادم (v2)",
    "\u200fשלום\u200e (v2) \u200f",
    "zero\u200bwidth\u200cjoin\u200ders\ufeff",
    "Z" + "\u0335\u0321" * 499,
    "w" * 1_000,
    "\u3042" * 1_000,
    "\ufdfd" * 40,
    "👩‍👩‍👧‍👦💦𝔘𝔫𝔦𝔠𝔬𝔡𝔢" * 20,
    "long-word/" * 90,
)

LINES: Final = MARKUP + TEMPLATES + ADDRESSES + WORDS + SHAPES
"""What is taken as a title, as it is."""

NAMES: Final = tuple(text for text in LINES if len(text) <= 200)
"""What is taken as the name of a list or a key, or as a session's id."""

_SCHEMES: Final = (
    "javascript:window.__ran=1",
    "JaVaScRiPt:window.__ran=1",
    "java\tscript:window.__ran=1",
    "java&#10;script:window.__ran=1",
    "\x01javascript:window.__ran=1",
    "&#106;avascript:window.__ran=1",
    "javascript&colon;window.__ran=1",
    "javascript&#x3A;window.__ran=1",
    "%6aavascript:window.__ran=1",
    "java\u200bscript:window.__ran=1",
    "\u202ejavascript:window.__ran=1",
    "data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==",
    "DATA:text/html,<script>window.__ran=1</script>",
    "vbscript:window.__ran=1",
    "view-source:javascript:window.__ran=1",
    "blob:http://elsewhere.example/1",
    "file:///etc/passwd",
    "//elsewhere.example/",
    "/local/logout",
    "https:elsewhere.example",
)

GOOD_LINKS: Final = ("https://good.example/path", "http://good.example/", "mailto:somebody@good.example")
IMAGE: Final = "http://elsewhere.example/pixel.gif"
"""It is linked to, and never loaded."""

MARKDOWN: Final = "\n\n".join(
    (
        *(f"[press]({scheme})" for scheme in _SCHEMES),
        *(f"<{scheme}>" for scheme in _SCHEMES),
        *(f"![pixel]({scheme})" for scheme in _SCHEMES),
        *(f"[press][{number}]\n\n[{number}]: {scheme}" for number, scheme in enumerate(_SCHEMES)),
        '[press](https://good.example/path "\' onmouseover=window.__ran=1 x=")',
        f"![pixel]({IMAGE})",
        f"[![pixel]({IMAGE})](javascript:window.__ran=1)",
        *(f"[good]({link})" for link in GOOD_LINKS),
        "```html\n<script>window.__ran=1</script>\n```",
        "| <script>window.__ran=1</script> | `<b>` |\n| --- | --- |\n| [x](javascript:window.__ran=1) | "
        + "w" * 300
        + " |",
        "# " + "heading" * 60,
        "`" + "code" * 200 + "`",
        "<div style=position:fixed;inset:0;background:red>over everything</div>",
    )
)
"""Every way to write a link, an image and HTML in notes."""

NOTES: Final = (
    MARKDOWN,
    "> " * 50 + "deep",
    "\u202e right to left \u2066 and never closed",
    "Z" + "\u0335\u0321" * 5_000,
    "w" * 10_000,
    "\n".join(MARKUP + TEMPLATES + ADDRESSES),
)
