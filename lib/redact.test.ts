import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [redacted]'],
  ['key sk-proj-abcdefgh12345', 'key sk-[redacted]'],
  ['sxt_0123456789abcdefghij', 'sxt_[redacted]'],
  ['github_pat_11ABCDEFG0_abc, glpat-abcdefgh12', 'github_pat_[redacted], glpat-[redacted]'],
  [`MY_KEYhf_${'aB1c'.repeat(9)}, xsxt_${'aB1c'.repeat(9)}`, 'MY_KEYhf_[redacted], xsxt_[redacted]'],
  ['task-force-everywhere, highs_and_lows_of_it', 'task-force-everywhere, highs_and_lows_of_it'],
  ['AIzaSyA1234567890', 'AIza[redacted]'],
  ['id AKIAIOSFODNN7EXAMPLE, ASIAIOSFODNN7EXAMPLE', 'id AKIA[redacted], ASIA[redacted]'],
  ['xoxb-123456789012-abcDEF xoxp-1234567890', 'xoxb-[redacted] xoxp-[redacted]'],
  ['sk_live_51H8abcdef rk_live_51H8abcdef', 'sk_live_[redacted] rk_live_[redacted]'],
  [`npm_${'a1B2'.repeat(9)} r8_${'a1B2'.repeat(10)}`, 'npm_[redacted] r8_[redacted]'],
  ['ghp_0123456789ab gho_0123456789ab ghs_0123456789ab', 'ghp_[redacted] gho_[redacted] ghs_[redacted]'],
  [String.raw`{"a":"x\nBearer abcdefgh1234"}`, String.raw`{"a":"x\nBearer [redacted]"}`],
  [String.raw`{"a":"\u003csk-abcdefgh1234"}`, String.raw`{"a":"\u003csk-[redacted]"}`],
  [String.raw`{"a":"x\neyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl"}`, String.raw`{"a":"x\n[redacted]"}`],
  [
    'npm_config_registry and npm_lifecycle_event are names',
    'npm_config_registry and npm_lifecycle_event are names',
  ],
  ['eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl', '[redacted]'],
  [
    'of eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl, x-eyJhbGciOiJIUzI1.eyJzdWIiOiIx.',
    'of [redacted], x-[redacted]',
  ],
  ['eyJ.eyJhbGciOiJIUzI1 is none', 'eyJ.eyJhbGciOiJIUzI1 is none'],
  ['https://x.example/a?key=12345&b=1', 'https://x.example/a?key=[redacted]&b=1'],
  [
    String.raw`{"a":"see \"/a?key=12345\" or /b?sig=1\n"}`,
    String.raw`{"a":"see \"/a?key=[redacted]\" or /b?sig=[redacted]\n"}`,
  ],
  [String.raw`{"a":"\/a?key=12\/34\u003d&b=1"}`, String.raw`{"a":"\/a?key=[redacted]&b=1"}`],
  ['postgres://user:pass@db/sextant', 'postgres://[redacted]@db/sextant'],
  [String.raw`https:\/\/user:pass@x.example\/a`, String.raw`https:\/\/[redacted]@x.example\/a`],
  ['nothing to hide: task-force', 'nothing to hide: task-force'],
])('%s', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

test.each([0, 1, 2])('a known secret is redacted in base64, wherever it begins: after %i bytes', before => {
  const secret = 'correct-horse-battery-staple?>~'
  const bytes = Buffer.from(`${'x'.repeat(before)}${secret}, and more`)
  const [plain, forUrl] = [bytes.toString('base64'), bytes.toString('base64url')]

  const clean = redact(`say ${plain} and ${forUrl} and ${encodeURIComponent(secret)}`, [secret])

  const kept = new Set(
    [0, 1, 2].flatMap(at => [...windows(Buffer.from(secret.slice(at)).toString('base64'))]),
  )
  expect([...windows(clean)].filter(part => kept.has(part))).toEqual([])
  expect(clean).toMatch(/^say .{0,3}\[redacted\].{0,16} and .{0,3}\[redacted\].{0,16} and \[redacted\]$/)
})

function windows(text: string): Set<string> {
  return new Set(Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8)))
}

test('known secrets are redacted too, unless they are too short', () => {
  expect(redact('at https://llm.corp/v1 with hunter22', ['https://llm.corp', 'hunter22', 'at'])).toBe(
    'at [redacted]/v1 with [redacted]',
  )
})

// Each took minutes when the search restarted at every character.
test.each(['a.', 'npm_a', 'AKIA ', 'eyJ-', 'eyJaaaaaaaaaa-', 'http://', 'Bearer '])(
  'a megabyte of %j is scanned once',
  part => {
    const text = part.repeat(1_000_000 / part.length)

    expect(redact(text)).toBe(text)
  },
)
