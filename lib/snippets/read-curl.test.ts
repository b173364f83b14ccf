import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { shellLiteral } from './literals.ts'
import { readCurl, type CurlReading, splitCommandLine } from './read-curl.ts'
import { toSnippet } from './to-snippet.ts'

const contracts = [chatContract]
const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const json = JSON.stringify(body)

test.each([
  [
    'single quotes',
    `curl https://api.openai.com/v1/chat/completions -H 'Content-Type: application/json' -d '${json}'`,
  ],
  ['double quotes', `curl "https://x.example/v1/chat/completions" -d "${json.replaceAll('"', '\\"')}"`],
  [
    'ANSI-C quotes',
    String.raw`curl $'http://x/v1/chat/completions' --data-raw $'{"model":"m","messages":[{"role":"user","content":"\x48\u0069"}]}'`,
  ],
  ['continued lines', `curl -X POST \\\n  --url http://x/v1/chat/completions \\\r\n  --data '${json}'\n`],
  [
    'the lines of cmd',
    `curl -X POST "http://x/v1/chat/completions" ^\r\n  -H "Accept: */*" ^\r\n  -d "${json.replaceAll('"', '\\"')}"`,
  ],
  [
    "a browser's copy for cmd",
    `curl ^"http://x/v1/chat/completions^" --data-raw ^"${json.replaceAll('"', '^\\^"')}^"`,
  ],
  ['doubled quotes', `curl "http://x/v1/chat/completions" -d "${json.replaceAll('"', '""')}"`],
  ['flags in one word', `curl -sSLd '${json}' -XPOST 'http://x/v1/chat/completions'`],
  ['--json', `curl --json '${json}' http://x/v1/chat/completions`],
  ['--flag=value', `curl --data-binary='${json}' --url=http://x/v1/chat/completions`],
  [
    'a prompt, a path and a pipe',
    `$ /usr/bin/curl -s http://x/api/v1/chat/completions -d '${json}' | jq .choices > out.txt`,
  ],
  ['a variable before it', `KEY=1 curl http://x/v1/chat/completions?beta=true -d '${json}' && echo done`],
  ['an address in a variable', `curl $BASE_URL/v1/chat/completions -d '${json}'`],
  ['a fence', `\`\`\`bash\ncurl http://x/v1/chat/completions -d '${json}'\n\`\`\``],
])('a command with %s fills the form', (_what, command) => {
  expect(readCurl(command, contracts)).toMatchObject({ ok: true, contract: 'chat', body })
})

test('a key is removed and reported; a reference to a variable is not a key', () => {
  const withKey = (flag: string) =>
    readCurl(`curl http://x/v1/chat/completions ${flag} -d '${json}'`, contracts)

  for (const flag of [
    '-H "Authorization: Bearer sk-123456"',
    '-H "x-api-key: abc"',
    '-u me:secret',
    '-b session=1',
  ]) {
    const reading = withKey(flag)
    expect(reading).toMatchObject({ ok: true, keyDropped: true })
    expect(JSON.stringify(reading)).not.toMatch(/sk-123456|abc|secret|session/)
  }
  expect(withKey('-H "Authorization: Bearer $OPENAI_API_KEY"')).toMatchObject({ keyDropped: false })
})

test('unsupported flags and headers are listed', () => {
  const reading = readCurl(
    `curl -sS --http2 --aws-sigv4 -Z -X PUT -H 'OpenAI-Organization: o' http://x/v1/chat/completions -d '${json}'`,
    contracts,
  )

  expect(reading).toMatchObject({
    ok: true,
    ignored: ['--aws-sigv4', '-Z', '-X PUT', '-H openai-organization'],
  })
})

test('variables in the body are named', () => {
  const reading = readCurl(`curl http://x/v1/chat/completions -d "{\\"model\\":\\"$MODEL\\"}"`, contracts)

  expect(reading).toMatchObject({ ok: true, body: { model: '$MODEL' } })
  expect(noticesOf(reading)).toContain('MODEL')
})

test('the fields of a form are read and its files named', () => {
  const upload = [{ id: 'documents', path: '/upload' }]

  const reading = readCurl(
    'curl http://x/upload -F file=@report.pdf\\;type=application/pdf -F enable_ocr=true',
    upload,
  )

  expect(reading).toMatchObject({ ok: true, contract: 'documents', body: { enable_ocr: 'true' } })
  expect(noticesOf(reading)).toContain('report.pdf')
})

test.each([
  ['wget http://x/v1/chat/completions', 'not a curl command'],
  ['', 'not a curl command'],
  ['tell me about curl', 'not a curl command'],
  ["curl -d '{}'", 'no URL'],
  ['curl http://x/v1/other -d 1', 'No playground for /v1/other'],
  ["curl http://x/v1/chat/completions -d '{oops}'", 'not valid JSON'],
  ["curl http://x/v1/chat/completions -d '[1]'", 'not a JSON object'],
  ["curl http://x/v1/chat/completions -d '{", 'unclosed quote'],
  ['curl http://x/v1/chat/completions -d @body.json', 'file body.json'],
  ['curl http://x/v1/chat/completions --data-binary @-', 'standard input'],
])('%s is rejected with the reason', (command, reason) => {
  const reading = readCurl(command, contracts)

  expect(reading.ok ? 'read' : reading.reason).toContain(reason)
})

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'our own curl snippet (stream: %s, with error handling: %s) is parsed back unchanged',
  (stream, handlesErrors) => {
    for (const { input } of chatContract.examples) {
      const sent = { ...input, stream, note: `it's "$HOME" \n \\ \`x\`` }
      const request = {
        contract: 'chat',
        baseUrl: 'http://127.0.0.1:3000',
        path: chatContract.path,
        body: JSON.stringify(sent),
      }

      const reading = readCurl(toSnippet(request, { flavour: 'curl', handlesErrors }).code, contracts)

      expect(reading).toEqual({
        ok: true,
        contract: 'chat',
        body: sent,
        keyDropped: false,
        ignored: [],
        notices: [],
      })
    }
  },
)

test.each([
  ['double', inDoubleQuotes],
  ['ANSI-C', inAnsiQuotes],
  ['single', shellLiteral],
])('megabytes of text and escapes in %s quotes are parsed', (_kind, quote) => {
  const written = JSON.stringify({ image: 'A'.repeat(3_000_000), text: '"\\'.repeat(50_000) })

  const reading = readCurl(`curl http://x/v1/chat/completions -d ${quote(written)}`, contracts)

  expect(reading.ok && JSON.stringify(reading.body) === written).toBe(true)
})

test('words are split as in bash', () => {
  const plain = fc.stringMatching(/^[ -#%-~]{0,12}$/)
  const words = fc.sample(fc.array(plain, { minLength: 1, maxLength: 5 }), 200)
  const quoters = [shellLiteral, inDoubleQuotes, inAnsiQuotes]
  const lines = words.map(line => line.map((word, index) => quoters[index % 3]?.(word) ?? '').join(' \\\n '))
  const script = lines.map(line => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n')

  const fromBash = execFileSync('bash', { input: script }).toString().split('\n\0').slice(0, -1)

  expect(
    lines.map(line =>
      splitCommandLine(line)
        .words.map(word => `${word}\0`)
        .join(''),
    ),
  ).toEqual(fromBash)
})

function inDoubleQuotes(text: string): string {
  return `"${text.replace(/["\\$`]/g, String.raw`\$&`)}"`
}

function inAnsiQuotes(text: string): string {
  return `$'${text.replace(/['\\]/g, String.raw`\$&`)}'`
}

function noticesOf(reading: CurlReading): string {
  return reading.ok ? reading.notices.join('\n') : ''
}
