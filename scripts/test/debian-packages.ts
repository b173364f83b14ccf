/** Test dependencies beyond npm: a browser, servers, and the clients that fetch models and run snippets. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chromium } from 'playwright'
import { environment } from '#lib/config.ts'
import { run } from './run.ts'

interface DebianPackage {
  readonly name: string
  readonly usedFor: string
  readonly isThere: () => boolean
}

const debianPackages: readonly DebianPackage[] = [
  { name: 'chromium', usedFor: 'browser tests', isThere: hasBrowser },
  {
    name: 'chromium-headless-shell',
    usedFor: 'browser tests, in 80% of the time',
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
  },
  {
    name: 'postgresql',
    usedFor: 'store tests',
    isThere: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
  },
  {
    name: 'nginx',
    usedFor: 'web tests and the gateway benchmark',
    isThere: () => existsSync('/usr/sbin/nginx'),
  },
  {
    name: 'python3-pip',
    usedFor: 'models from wheels',
    isThere: () => succeeds('python3', '-m', 'pip', '--version'),
  },
  {
    name: 'python3-requests',
    usedFor: 'Python snippets',
    isThere: () => succeeds('python3', '-c', 'import requests'),
  },
  { name: 'maven', usedFor: 'models from jars', isThere: () => succeeds('mvn', '--version') },
  {
    name: 'tesseract-ocr',
    usedFor: 'recognition tests and the documents benchmark',
    isThere: () => succeeds('tesseract', '--version'),
  },
  {
    name: 'poppler-utils',
    usedFor: 'the documents benchmark',
    isThere: () => succeeds('pdftotext', '-v'),
  },
  { name: 'searx', usedFor: 'search tests', isThere: () => existsSync('/usr/bin/searx-run') },
  {
    name: 'prometheus',
    usedFor: 'tests of metrics and alerts',
    isThere: () => existsSync('/usr/bin/promtool'),
  },
  { name: 'iproute2', usedFor: 'network tests', isThere: () => succeeds('ip', '-V') },
  { name: 'curl', usedFor: 'curl snippets', isThere: () => succeeds('curl', '--version') },
]

/** True if Playwright finds a browser: its own, a configured one, or Debian's. */
export function hasBrowser(): boolean {
  const named = environment['PLAYWRIGHT_CHROMIUM_PATH'] ?? ''
  return [named, chromium.executablePath(), '/usr/bin/chromium'].some(existsSync)
}

/** Installs missing packages if this user may; otherwise prints the command. */
export async function installDebianPackages(say: (sentence: string) => void): Promise<void> {
  const missing = debianPackages.filter(each => !each.isThere())
  if (missing.length === 0) return
  const names = missing.map(each => each.name)
  const uses = missing.map(each => `${each.name} (${each.usedFor})`).join(', ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(`Missing: ${uses}. Tests that need them are skipped. To run them too:`)
    say(`  sudo apt-get install -y --no-install-recommends ${names.join(' ')}`)
    return
  }
  say(`Installing ${uses} …`)
  const quiet = { environment: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 300_000 }
  await run('apt-get', ['update', '-qq'], quiet)
  // A name missing in this distribution would block all others.
  const known = names.filter(name => succeeds('apt-cache', 'show', name))
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...known], quiet)
  for (const each of missing) if (!each.isThere()) say(`Could not install ${each.name}.`)
}

function succeeds(command: string, ...arguments_: readonly string[]): boolean {
  return spawnSync(command, arguments_, { stdio: 'ignore', timeout: 30_000 }).status === 0
}
