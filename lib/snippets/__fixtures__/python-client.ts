import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, resolve } from 'node:path'
import type { Flavour } from '#lib/snippets/to-snippet.ts'
import { run } from './run-program.ts'

const clients: Partial<Record<Flavour, { readonly install: string; readonly standIn: string }>> = {
  'python-openai': { install: 'openai==3.54.0', standIn: 'openai-stand-in' },
  'python-anthropic': { install: 'anthropic==2.12.0', standIn: 'anthropic-stand-in' },
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
  const path = resolve('node_modules/.cache/sextant/python', client.install)
  if (existsSync(path) || (await install(client.install, path))) return path
  return fileURLToPath(new URL(client.standIn, import.meta.url))
}

// Test files run in processes of their own and may install the same SDK at once: none sees half of it.
async function install(name: string, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true })
  const folder = await mkdtemp(`${path}-`)
  const flags = ['-q', '--disable-pip-version-check', '--retries', '0', '--timeout', '10']
  const { code } = await run('python3', ['-m', 'pip', 'install', ...flags, '--target', folder, name])
  const installed = code === 0 && (await moved(folder, path))
  await rm(folder, { recursive: true, force: true })
  return installed || existsSync(path)
}

async function moved(folder: string, path: string): Promise<boolean> {
  try {
    await rename(folder, path)
    return true
  } catch {
    // Another process was faster.
    return existsSync(path)
  }
}
