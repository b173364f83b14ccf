import { readdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { FileAnswer } from '#lib/capabilities/documents/uploaded-file.ts'
import type { TestGateway } from './test-gateway.ts'

/** A form with one text file, and other fields after it. */
export function formOf(fields: Readonly<Record<string, string>> = {}, text = 'Some words.', name = 'a.txt'): FormData {
  const form = new FormData()
  form.set('file', new File([text], name))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return form
}

/** POST /upload, with a key if a token is given. */
export async function upload(
  { url }: Pick<TestGateway, 'url'>,
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${url}/upload`, { method: 'POST', body, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** A successful extraction result. */
export const extraction: FileAnswer = {
  kind: 'json',
  body: { status: true, content: 'read', type: 'text', error: '' },
}

/** A handwritten form that can be truncated, slow or malformed. */
export function rawForm(parts: readonly string[]): { head: string; body: string } {
  const body = `${parts.map(part => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
  return { head: 'multipart/form-data; boundary=b', body }
}

export const filePart = (text: string, name = 'a.txt'): string =>
  `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}`
export const fieldPart = (name: string, value: string): string =>
  `content-disposition: form-data; name="${name}"\r\n\r\n${value}`

/** A request that the test writes itself. */
export function openUpload(url: string, headers: Record<string, string>) {
  const outgoing = request(`${url}/upload`, { method: 'POST', headers })
  const answer = Promise.withResolvers<{ status: number; body: Record<string, unknown> }>()
  outgoing.on('response', (incoming: IncomingMessage) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () =>
      answer.resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString('utf8')) }),
    )
  })
  outgoing.on('error', error => answer.reject(error))
  return { outgoing, answer: answer.promise }
}

/** Waits until a check passes, even on a busy machine. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 30_000, interval: 20 })
}

/** Names of the current upload folders, except those of children. */
export async function uploadFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'uploads')).catch(() => [])
  return names.filter(name => name.startsWith('upload-'))
}
