import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Script } from '#e2e/support/script.ts'

const folder = path.resolve(import.meta.dirname, '../payloads')
const types: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.xml': 'application/atom+xml',
  '.txt': 'text/plain',
}

/** The upstream answers with a recorded payload, byte for byte. */
export function payload(file: string): Script {
  const type = file.endsWith('.sse.txt') ? 'text/event-stream' : (types[path.extname(file)] ?? 'text/plain')
  return {
    kind: 'raw',
    headers: { 'content-type': type },
    parts: [readFileSync(path.join(folder, file))],
  }
}

/** The upstream answers with this JSON. */
export function jsonAnswer(body: unknown, status = 200): Script {
  return { kind: 'raw', status, parts: [JSON.stringify(body)] }
}
