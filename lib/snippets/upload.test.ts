import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { toFormParts } from '#lib/contracts/core/form-parts.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

const all = await Promise.all(
  flavoursOf('upload').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = all.filter(({ missing }) => missing === null)
const fileText = 'Tides: “moon” + sun 😀\n'

test('a form is printed for curl and for languages without an SDK', () => {
  expect(flavoursOf('upload').map(({ flavour }) => flavour)).toEqual([
    'curl',
    'python-requests',
    'typescript-fetch',
  ])
})

const forms = runnable.flatMap(({ flavour }) =>
  [true, false].map(handlesErrors => ({ flavour, handlesErrors })),
)

describe.concurrent.each(forms)(
  '$flavour (with error handling: $handlesErrors)',
  ({ flavour, handlesErrors }) => {
    test.each([
      ['plain', 'tides.txt', { details: 'true' }],
      ['as Markdown', 'tides.txt', { extract_mode: 'markdown' }],
      ['with values that curl would read', 'tides.txt', { a: '<tides.txt', b: 'x;type=y', c: 'one two' }],
      ['with nothing set', 'tides.txt', {}],
      ['with a name that a shell would read', `it's $(x); "q" \\ b,c.txt`, { charset: '@$`"\\;type=x' }],
    ])(
      'sends the file and the fields, %s, and prints the text',
      async (_, name, fields) => {
        const { outcome, form, authorization } = await execute(flavour, { name, fields, handlesErrors })

        expect(outcome).toMatchObject({ code: 0 })
        expect(outcome.stdout.trim()).toBe(flavour === 'curl' ? JSON.stringify(answer) : answer.content)
        expect(authorization).toBe('Bearer sxt_of-this-test')
        const file = form.get('file')
        expect(file).toBeInstanceOf(File)
        expect(await (file as File).text()).toBe(fileText)
        expect((file as File).type).toMatch(/^text\/plain/)
        form.delete('file')
        expect(Object.fromEntries(form)).toEqual(fields)
      },
      60_000,
    )

    test('prints chunks as in the API response', async () => {
      const { outcome } = await execute(flavour, {
        name: 'a.txt',
        fields: { extract_mode: 'embeddings' },
        handlesErrors,
      })

      expect(JSON.parse(outcome.stdout)).toEqual(answer)
    }, 60_000)

    test('prints a transcript as in the API response', async () => {
      const { outcome, form } = await execute(flavour, {
        contract: 'transcription',
        name: 'a.txt',
        fields: { model: 'm' },
        handlesErrors,
      })

      expect(JSON.parse(outcome.stdout)).toEqual(answer)
      expect(form.get('model')).toBe('m')
    }, 60_000)

    test('prints the code of an error, and status and exit code 1 with error handling', async () => {
      const { outcome } = await execute(flavour, { name: 'a.txt', fields: {}, status: 422, handlesErrors })

      const printed = outcome.stdout + outcome.stderr
      // A plain curl command prints the error of the API, and succeeds.
      expect(outcome.code).toBe(handlesErrors || flavour !== 'curl' ? 1 : 0)
      expect(printed).not.toContain('sxt_of-this-test')
      if (!handlesErrors) return
      expect(printed).toContain('422')
      expect(printed).toContain('unprocessable_file')
    }, 60_000)
  },
)

test('parts are in the order of the body, a file without its bytes', () => {
  const body = JSON.stringify({ file: { name: 'a.pdf', type: '', size: 3 }, details: true, page: null })

  expect(toFormParts(body)).toEqual([
    { kind: 'file', name: 'file', fileName: 'a.pdf', type: 'application/octet-stream', sizeBytes: 3 },
    { kind: 'text', name: 'details', value: 'true' },
  ])
})

const answer = { status: true, content: 'What it says.', type: 'text', error: '' }

async function execute(
  flavour: Flavour,
  {
    name,
    fields,
    status = 200,
    contract = 'upload',
    handlesErrors,
  }: { name: string; fields: object; status?: number; contract?: string; handlesErrors: boolean },
) {
  const received: { form?: Promise<FormData>; authorization?: string | undefined } = {}
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      received.form = new Response(Buffer.concat(parts), { headers }).formData()
      received.authorization = request.headers.authorization
      const failure = { status: false, content: '', type: 'error', error: 'No.', code: 'unprocessable_file' }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(status === 200 ? answer : failure))
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const body = JSON.stringify({ file: { name, type: 'text/plain', size: 9 }, ...fields })
    const snippet = toSnippet({ contract, baseUrl, path: '/upload', body }, { flavour, handlesErrors })
    const files = [{ name, binary: false, content: fileText }]
    const outcome = await runProgram({ ...snippet, files }, { apiKey: 'sxt_of-this-test', pythonPath: null })
    if (received.form === undefined) throw new Error(`Nothing was sent: ${outcome.stderr}`)
    return { outcome, form: await received.form, authorization: received.authorization }
  } finally {
    await new Promise<void>(resolve => void server.close(() => resolve()))
  }
}
