"""The tools that the official conformance suite calls by name, for the kinds of content that tools may answer."""

import base64
from collections.abc import Mapping
from typing import Any, Final

from followups.edges.agent.server import Served

_PIXEL: Final = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e366"
        "0000000049454e44ae426082"
    )
).decode()
_SILENCE: Final = base64.b64encode(
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0"
).decode()

_TEXT: Final = {"type": "text", "text": "This is a simple text response for testing."}
_IMAGE: Final = {"type": "image", "data": _PIXEL, "mimeType": "image/png"}
_AUDIO: Final = {"type": "audio", "data": _SILENCE, "mimeType": "audio/wav"}


def _resource(uri: str, mime_type: str, text: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "text": text}}


_EMBEDDED: Final = _resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
_MIXED: Final = [
    {"type": "text", "text": "Multiple content types test:"},
    _IMAGE,
    _resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
]

_NOTHING: Final = {"type": "object", "properties": {}}
_JSON_SCHEMA: Final = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def _tool(
    name: str, content: list[dict[str, Any]], *, schema: Mapping[str, Any] = _NOTHING, is_error: bool = False
) -> Served:
    result = {"content": content, "isError": is_error}

    async def answer(_context: Any, _given: Mapping[str, Any]) -> dict[str, Any]:
        return result

    return Served(definition={"name": name, "description": f"Answers {name}.", "inputSchema": schema}, answer=answer)


CONFORMANCE_TOOLS: Final = (
    _tool("test_simple_text", [_TEXT]),
    _tool("test_image_content", [_IMAGE]),
    _tool("test_audio_content", [_AUDIO]),
    _tool("test_embedded_resource", [_EMBEDDED]),
    _tool("test_multiple_content_types", _MIXED),
    _tool(
        "test_error_handling",
        [{"type": "text", "text": "This tool intentionally returns an error for testing"}],
        is_error=True,
    ),
    _tool("json_schema_2020_12_tool", [_TEXT], schema=_JSON_SCHEMA),
)
