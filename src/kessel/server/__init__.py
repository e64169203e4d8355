"""The table in the browser: HTTP, WebSocket and storage. Knows games only through the engine."""
