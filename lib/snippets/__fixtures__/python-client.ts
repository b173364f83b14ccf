import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import type { Flavour } from '#lib/snippets/to-snippet.ts'
import { run } from './run-program.ts'

const clients: Partial<Record<Flavour, { readonly install: string; readonly standIn: string }>> = {
  'python-openai': { install: 'openai==3.54.0', standIn: 'openai-stand-in' },
  'python-firecrawl': { install: 'firecrawl-py==4.53.2', standIn: 'firecrawl-stand-in' },
}

const found = new Map<Flavour, Promise<string | null>>()

/**
 * Python path of a flavor's SDK: the real one if it can be installed, cached for later runs, else a stand-in with
 * the same HTTP API. Null for a flavor without an SDK.
 */
export function pythonClient(flavour: Flavour): Promise<string | null> {
  const before = found.get(flavour)
  if (before) return before
  const finding = find(flavour)
  found.set(flavour, finding)
  return finding
}

async function find(flavour: Flavour): Promise<string | null> {
  const client = clients[flavour]
  if (client === undefined) return null
  const path = resolve(`node_modules/.cache/sextant/python-${client.install.replace('==', '-')}`)
  const finished = `${path}/.finished`
  if (!existsSync(finished)) {
    const flags = ['-q', '--disable-pip-version-check', '--retries', '0', '--timeout', '10']
    const install = ['-m', 'pip', 'install', ...flags, '--target', path, '--upgrade', client.install]
    const { code } = await run('python3', install)
    if (code === 0) await run('touch', [finished])
  }
  return existsSync(finished) ? path : fileURLToPath(new URL(client.standIn, import.meta.url))
}
