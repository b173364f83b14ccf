import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { fileSchema } from '#lib/config/file-schema.ts'
import { toDrainDeadline } from '#lib/supervisor/drain-deadline.ts'

const root = path.dirname(path.dirname(import.meta.dirname))
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      read_only: z.boolean().optional(),
      stop_grace_period: z.string().optional(),
    }),
  ),
})
const { services } = composeSchema.parse(parse(read('compose.yaml')))
const secrets = ['AUTH_SECRET', 'ENCRYPTION_KEY', 'POSTGRES_PASSWORD', 'SEARXNG_SECRET']

test('without a profile, only Sextant runs', () => {
  const always = Object.entries(services).filter(([, { profiles }]) => profiles === undefined)

  expect(always.map(([name]) => name)).toEqual(['sextant'])
  expect(services['postgres']?.profiles).toEqual(['postgres'])
  expect(services['searxng']?.profiles).toEqual(['searxng'])
})

test('no secret has a default, and a missing secret of Sextant stops the start', () => {
  const lines = Object.values(services).flatMap(({ environment }) => Object.entries(environment))

  for (const [name, value] of lines.filter(([known]) => secrets.includes(known)))
    expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:(\?.+|-)\}$/)])
  for (const name of ['APP_URL', 'AUTH_SECRET', 'ENCRYPTION_KEY'])
    expect(services['sextant']?.environment[name]).toMatch(/^\$\{\w+:\?/)
  for (const name of secrets) expect(read('.env.example')).not.toMatch(new RegExp(`^${name}=.`, 'm'))
})

test('each setting that compose passes on is in the table of settings', () => {
  const known = new Set(
    [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
  )

  expect(known.size).toBeGreaterThan(30)
  for (const name of Object.keys(services['sextant']?.environment ?? {})) expect(known).toContain(name)
})

test('compose waits until a stop is over, also with the drain delay that the documentation recommends', () => {
  const { timers } = fileSchema.parse({})
  const recommended = /`DRAIN_DELAY_MS=(\d+)`/.exec(read('docs/hosting.md'))?.[1]
  const deadlineMs = toDrainDeadline({ drainDelayMs: Number(recommended), timers })
  const graceMs = Number.parseInt(services['sextant']?.stop_grace_period ?? '0') * 1000

  expect(deadlineMs).toBe(35_000)
  expect(graceMs).toBeGreaterThan(deadlineMs)
})

test('the image runs as an unprivileged user and contains no secret', () => {
  const stages = read('Dockerfile').split(/^FROM /m)
  const last = stages.at(-1) ?? ''

  expect(last).toMatch(/^USER node$/m)
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ['))
  expect(read('Dockerfile')).not.toMatch(/SECRET|PASSWORD|API_KEY|ENCRYPTION_KEY/)
  for (const name of ['.env*', '.sextant', 'sextant.yaml', '.git'])
    expect(read('.dockerignore').split('\n')).toContain(name)
})

test('the image is healthy while requests are served, whatever state the other parts have', () => {
  const check = /^HEALTHCHECK [^]*?(?=^CMD)/m.exec(read('Dockerfile'))?.[0]

  expect(check).toContain('/readyz`')
})
