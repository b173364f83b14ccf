import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<meta name="color-scheme" content="light dark">
<title>Sextant is starting</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 24px; }
main { max-width: 36rem; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
p { margin: 0 0 8px; }
</style>
</head>
<body>
<main>
<h1>The console is starting</h1>
<p>The console is being built or restarted. This page tries again every 2 seconds.</p>
<p>The API answers meanwhile: <code>/v1/chat/completions</code>, <code>/v1/models</code>, <code>/healthz</code>.</p>
</main>
</body>
</html>
`

/** What a visitor sees while the console process is down: a page that tries again, or the envelope for programs. */
export function sendConsoleAway(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const id = requestId()
  if (!/text\/html/.test(incoming.headers.accept ?? '')) {
    const message = 'The console is being built or restarted. Try again in 2 seconds.'
    const error = new ApiError('upstream_error', message, { final: false })
    return sendError(incoming, outgoing, error, [...id, 'retry-after', '2'])
  }
  outgoing.writeHead(502, [
    ...id,
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    'no-store',
    'retry-after',
    '2',
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'content-length',
    String(Buffer.byteLength(page)),
  ])
  outgoing.end(incoming.method === 'HEAD' ? undefined : page)
}
