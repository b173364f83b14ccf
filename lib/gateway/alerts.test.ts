import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readMetrics, type ReadMetrics } from './__fixtures__/read-metrics.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url))
const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
})
const readText = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
const alerts = rulesSchema.parse(parse(readText('alerts.yaml'))).groups.flatMap(({ rules }) => rules)
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      gridPos: z.object({ x: z.number(), y: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
})
const dashboard = dashboardSchema.parse(JSON.parse(readText('../grafana/sextant.json')))
const queries = dashboard.panels.flatMap(({ targets }) => targets)
let metrics: ReadMetrics
beforeAll(async () => {
  await using gateway = await startTestGateway({ config: { metricsShowBudgets: true } })
  const response = await gateway.chat({ model: 'scripted/echo', messages: [{ role: 'user', content: 'x' }] })
  await response.text()
  await gateway.row(response.headers.get('x-request-id'))
  metrics = await readMetrics(gateway)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test('every metric that an alert names is one of the gateway', () => {
  const { names } = metrics
  const named = new Set(alerts.flatMap(({ expr }) => expr.match(/sextant_\w+/g) ?? []))

  expect(named.size).toBeGreaterThan(10)
  expect([...named].filter(name => !names.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})

test('every metric that the dashboard shows is one of the gateway, and each panel has a place of its own', () => {
  const { names } = metrics
  const named = new Set(queries.flatMap(({ expr }) => expr.match(/(?:sextant|process)_\w+/g) ?? []))

  expect(named.size).toBeGreaterThan(25)
  expect([...named].filter(name => !names.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
  const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(places.length)
})

test('the documentation lists every metric of the gateway, and no other', () => {
  const { names } = metrics
  const own = [...names]
    .filter(name => name.startsWith('sextant_'))
    .map(name => name.slice('sextant_'.length))
  const page = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  const table = page.slice(page.indexOf('| Metric (`sextant_…`)'), page.indexOf('Labels have no key'))
  const listed = table.split('\n').flatMap(line => line.split('|')[1]?.match(/(?<=`)[a-z_]+(?=`)/g) ?? [])

  expect(listed.toSorted()).toEqual(own.toSorted())
})

test('every alert has a test', () => {
  const tested = readText('alerts.test.yaml')

  expect(alerts.map(({ alert }) => alert).filter(name => !tested.includes(name))).toEqual([])
})

test.skipIf(!hasPromtool)('Prometheus accepts the alert rules, and their tests pass', async () => {
  expect(await promtool(['check', 'rules', 'alerts.yaml'])).toMatchObject({ code: 0 })
  expect(await promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ code: 0 })
})

test.skipIf(!hasPromtool)('Prometheus accepts the queries of the dashboard', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sextant-dashboard-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const rules = queries.map(({ expr }, index) => ({
    record: `query:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const file = path.join(directory, 'rules.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))

  expect(await promtool(['check', 'rules', file])).toMatchObject({ code: 0 })
})

test.skipIf(!hasPromtool)('Prometheus has nothing to object to in the metrics', async () => {
  const { text } = metrics

  expect(text).toContain('sextant_model_requests_total{')
  const { said } = await promtool(['check', 'metrics'], text)
  const problems = said.split('\n').filter(Boolean)
  // The library for the metrics of the process names some gauges so.
  expect(problems.filter(line => !/^nodejs_active_\w+_total /.test(line))).toEqual([])
})

/** @returns what it wrote to both outputs, and its exit code */
async function promtool(
  arguments_: readonly string[],
  input = '',
): Promise<{ code: number | null; said: string }> {
  const child = spawn('promtool', arguments_, { cwd: folder })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (part: Buffer) => {
      said += part.toString()
    })
  child.once('close', resolve)
  child.stdin.end(input)
  return { code: await promise, said }
}
