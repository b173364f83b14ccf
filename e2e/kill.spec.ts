import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { childPid } from './support/child-pid.ts'
import { brokenPromises, startKillLoad } from './support/kill-load.ts'
import { killProcess, processes } from './support/kill-process.ts'
import { startScriptedUpstream } from './support/scripted-upstream.ts'
import { launchTeamServer, owner, passwordHash } from './support/team-server.ts'
import { writtenRows } from './support/written-rows.ts'

const rowsOfABatchMax = 100

test('each process killed under load: the others keep running, and no acknowledged row, key or revocation is lost', async () => {
  await using upstream = await startScriptedUpstream()
  // Preserved after the server stops, for inspection.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sextant-kill-'))
  await using server = await launchTeamServer({
    dataDir,
    configuration: `providers: [{ id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }]`,
    environment: { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD_HASH: passwordHash },
  })
  const load = await startKillLoad(server)
  await expect.poll(() => writtenRows(dataDir).length).toBeGreaterThan(20)

  const acknowledged = new Set<string>()
  for (const name of processes) {
    for (const id of writtenRows(dataDir)) acknowledged.add(id)
    const pids = processes.filter(other => other !== name).map(other => childPid(server.pid, other))
    const backMs = await killProcess(server, name)
    expect(processes.filter(other => other !== name).map(other => childPid(server.pid, other))).toEqual(pids)
    await expect.poll(() => server.output()).toContain(`${name} is ready again`)
    // A limit would fail on a busy machine; the soak test has one.
    test.info().annotations.push({ type: name, description: `back after ${Math.round(backMs)} ms` })
  }
  const told = await load.stop()

  expect(await brokenPromises(server, told)).toEqual([])
  expect(new Set(told.keys.values())).toEqual(new Set(['made', 'revoked']))
  await server.stop()
  const rows = writtenRows(dataDir)
  const known = new Set(rows)
  expect(known.size).toBe(rows.length)
  expect([...acknowledged].filter(id => !known.has(id))).toEqual([])
  expect([...told.answered].filter(id => !known.has(id)).length).toBeLessThanOrEqual(rowsOfABatchMax)
  rmSync(dataDir, { recursive: true })
})
