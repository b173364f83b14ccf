import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childPid } from './child-pid.ts'
import type { LaunchedServer } from './launch-server.ts'

export const processes = ['gateway', 'console', 'models'] as const

const patienceMs = 60_000

/**
 * Kills a process of the server and waits until its replacement works.
 * @returns milliseconds from the kill until then
 * @throws Error if it is not back within a minute
 */
export async function killProcess(server: LaunchedServer, name: (typeof processes)[number]): Promise<number> {
  const killed = childPid(server.pid, name)
  const startedAt = performance.now()
  process.kill(killed, 'SIGKILL')
  while (performance.now() - startedAt < patienceMs) {
    if (isSucceeded(server, name, killed) && (await works(server, name))) return performance.now() - startedAt
    await sleep(10)
  }
  throw new Error(`${name} is not back after ${patienceMs / 1000} s:\n${server.output()}`)
}

function isSucceeded(server: LaunchedServer, name: (typeof processes)[number], killed: number): boolean {
  try {
    return childPid(server.pid, name) !== killed
  } catch {
    // In between there is no process.
    return false
  }
}

async function works(server: LaunchedServer, name: (typeof processes)[number]): Promise<boolean> {
  const { modelsPort, internalToken } = JSON.parse(
    readFileSync(path.join(server.dataDir, 'sextant.lock'), 'utf8'),
  ) as { modelsPort: number; internalToken: string }
  const addresses = {
    gateway: `${server.url}/readyz`,
    console: `${server.url}/sign-in`,
    models: `http://127.0.0.1:${modelsPort}/healthz`,
  }
  const headers = name === 'models' ? { 'x-sextant-internal': internalToken } : {}
  return fetch(addresses[name], { headers }).then(
    async answer => {
      await answer.text()
      return answer.status === 200
    },
    () => false,
  )
}
