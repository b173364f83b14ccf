/**
 * `npm run verify:responses -- --model ID [--url URL]`: runs the required cases of Open Responses against a running server,
 * with the key in `SEXTANT_API_KEY`, and fails if one of them does. They are for models whose API Sextant translates:
 * responses that a provider writes itself have members of their own.
 */
import { parseArgs } from 'node:util'
import { request } from 'undici'
import { environment } from '#lib/config.ts'
import { limitBytes } from '#lib/limit-bytes.ts'
import {
  type Answered,
  type ComplianceCase,
  complianceCases,
  NotApplicable,
} from './verify/compliance-cases.ts'

const caseMsMax = 600_000
const answerBytesMax = 4 * 1024 * 1024

const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:3000' }, model: { type: 'string' } },
})
const { url, model } = values
const key = environment['SEXTANT_API_KEY']
if (model === undefined || key === undefined) {
  say('Pass the model as `-- --model ID` and an API key with the scope `chat` in SEXTANT_API_KEY.')
  process.exit(2)
}

const results: string[] = []
for (const one of complianceCases) {
  const startedAt = performance.now()
  const { result, reason } = await verify(one)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${one.name.padEnd(24)} ${result.padEnd(8)} ${seconds.padStart(6)} s  ${reason}`.trimEnd())
  results.push(result)
}
const count = (result: string): number => results.filter(each => each === result).length
say(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exitCode = count('failed') > 0 ? 1 : 0

async function verify(one: ComplianceCase): Promise<{ result: string; reason: string }> {
  try {
    await one.run(ask)
    return { result: 'passed', reason: '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { result: error instanceof NotApplicable ? 'skipped' : 'failed', reason }
  }
}

async function ask(body: object): Promise<Answered> {
  const { statusCode, body: answer } = await request(new URL('/v1/responses', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...body }),
    headersTimeout: caseMsMax,
    bodyTimeout: caseMsMax,
    signal: AbortSignal.timeout(caseMsMax),
  })
  return {
    status: statusCode,
    async text() {
      const parts: Uint8Array[] = []
      for await (const part of limitBytes<Buffer>(answer, answerBytesMax, tooLarge)) parts.push(part)
      return Buffer.concat(parts).toString()
    },
  }
}

function tooLarge(): Error {
  return new Error(`The answer has more than ${answerBytesMax / 1024 ** 2} MiB.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
