import { randomUUID } from 'node:crypto'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startSearchServer } from '#e2e/support/search-server.ts'
import { startSite } from '#e2e/support/site.ts'
import { createMask } from '#scripts/equality/mask.ts'
import type { Section } from '#scripts/equality/sections.ts'
import type { CallGroup } from './call-group.ts'
import { createCallRecorder } from './call-recorder.ts'
import { backendCalls } from './backend-calls.ts'
import { chatCalls } from './chat-calls.ts'
import { chatErrorCalls, chatFaultCalls } from './chat-error-calls.ts'
import { edgeCalls } from './edge-calls.ts'
import { gatewayCalls } from './gateway-calls.ts'
import { libraryCalls } from './library-calls.ts'
import { mapCalls, scrapeCalls } from './page-calls.ts'
import { providerCalls } from './provider-calls.ts'
import { searchCalls } from './search-calls.ts'
import { transcriptionCalls, uploadCalls } from './upload-calls.ts'
import { vectorCalls } from './vector-calls.ts'
import { configurationFor } from './configuration.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { describeLog } from './describe-log.ts'
import { readRequestRows } from './request-rows.ts'

const groups: readonly CallGroup[] = [
  chatCalls,
  chatErrorCalls,
  chatFaultCalls,
  providerCalls,
  vectorCalls,
  mapCalls,
  scrapeCalls,
  searchCalls,
  ...backendCalls,
  uploadCalls,
  transcriptionCalls,
  libraryCalls,
  gatewayCalls,
  edgeCalls,
]

/** Every type of call as seen by client and upstream, with its rows and log lines. */
export const recordCalls: Section = async write => {
  const waiting = [...groups]
  const codes = new Set<string>()
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const recorded = await recordGroup(group)
      write(`${group.name}.json`, recorded)
      for (const code of errorCodesIn(recorded.calls)) codes.add(code)
    }
  }
  // A group mostly waits.
  await Promise.all([work(), work(), work()])
  write('error-codes.json', [...codes].toSorted())
}

function errorCodesIn(calls: readonly object[]): readonly string[] {
  return [...JSON.stringify(calls).matchAll(/\\"code\\": ?\\"([a-z_]+)\\"/g)].map(([, code]) => code ?? '')
}

async function recordGroup(group: CallGroup) {
  await using upstream = await startScriptedUpstream()
  await using site = await startSite()
  await using searcher = await startSearchServer(site.origin)
  const upstreamOrigin = `http://127.0.0.1:${upstream.port}`
  const origins = { upstream: upstreamOrigin, site: site.origin, searcher: searcher.baseUrl }
  const token = `equality-${randomUUID()}`
  await using gateway = await startGatewayProcess({
    configuration: configurationFor(upstreamOrigin) + (group.configuration?.(origins) ?? ''),
    environment: {
      SEXTANT_INITIAL_API_KEY: token,
      ALLOW_PRIVATE_HOSTS: `${site.host},127.0.0.1:${upstream.port}`,
      SEARCH_BACKENDS: 'library',
      ...group.environment?.(origins),
    },
  })
  const names: [string, string][] = [
    [`127.0.0.1:${upstream.port}`, '<upstream>'],
    [site.host, '<site>'],
    [new URL(searcher.baseUrl).host, '<searcher>'],
    [`127.0.0.1:${gateway.port}`, '<gateway>'],
    [`localhost:${gateway.port}`, '<gateway>'],
    [gateway.dataDir, '<data>'],
    [token, '<token>'],
  ]
  const mask = createMask(() => names)
  const { record, entries } = createCallRecorder({ origin: gateway.origin, token, upstream, site, mask })
  await group.run({
    record,
    gateway,
    site,
    upstreamOrigin,
    async makeKey(...options) {
      const made = JSON.parse(await gateway.command('keys', 'create', '--json', ...options)) as {
        key: string
      }
      return made.key
    },
  })
  await gateway.stop()
  return {
    calls: entries,
    rows: readRequestRows(gateway.dataDir, mask),
    log: describeLog(gateway.log, mask),
  }
}
