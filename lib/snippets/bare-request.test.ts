import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { missingClient } from './__fixtures__/missing-client.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { bareFlavours, toBareSnippet } from './bare-request.ts'

const flavours = await Promise.all(
  bareFlavours.map(async flavour => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = flavours.filter(({ missing }) => missing === null)
const path = '/v1/library?q=%22it%27s%22+$HOME&limit=5'

describe.concurrent.each(runnable)('$flavour', ({ flavour }) => {
  test.each([
    ['GET', true],
    ['DELETE', true],
    ['GET', false],
    ['DELETE', false],
  ])(
    'sends a %s with the key and no body, and prints the response (with error handling: %s)',
    async (method, handlesErrors) => {
      const { outcome, requests } = await execute(flavour, { method, handlesErrors, status: 200 })

      expect(outcome).toMatchObject({ code: 0 })
      expect(outcome.stdout.trim()).toBe('{"object":"list"}')
      expect(requests).toEqual([`${method} ${path} Bearer sxt_of-this-test 0`])
    },
    60_000,
  )

  test('prints status and request id of an error and exits 1', async () => {
    const { outcome } = await execute(flavour, { method: 'GET', handlesErrors: true, status: 404 })

    expect(outcome.code).toBe(1)
    const printed = outcome.stdout + outcome.stderr
    expect(printed).toContain('404')
    expect(printed).toContain('req_1')
    expect(printed).not.toContain('sxt_of-this-test')
  }, 60_000)
})

async function execute(
  flavour: (typeof bareFlavours)[number],
  { method, handlesErrors, status }: { method: string; handlesErrors: boolean; status: number },
) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    let sizeBytes = 0
    request.on('data', (part: Buffer) => (sizeBytes += part.length))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${sizeBytes}`)
      response.writeHead(status, { 'x-request-id': 'req_1' }).end('{"object":"list"}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const snippet = toBareSnippet({ method, url }, { flavour, handlesErrors })
  const outcome = await runProgram(snippet, { apiKey: 'sxt_of-this-test', pythonPath: null })
  server.close()
  return { outcome, requests }
}
