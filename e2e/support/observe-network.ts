/** Runs a program in a network namespace whose only way out is a black hole that records. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A public address that the namespace has itself, for a website of the test. */
export const siteAddress = '93.184.216.34'
/** The interface with the default route. Nobody answers behind it. */
export const exitInterface = 'exit4'

const launcher = ['-rnm', 'sh', '-c']
const setUp = [
  'ip link set lo up',
  `ip addr add ${siteAddress}/32 dev lo`,
  `ip link add ${exitInterface} type veth peer name sink4`,
  // IPv6 announces itself, so it has a way out of its own, whose packets are not counted.
  'ip link add exit6 type veth peer name sink6',
  ...[exitInterface, 'sink4'].map(name => `echo 1 > /proc/sys/net/ipv6/conf/${name}/disable_ipv6`),
  ...[exitInterface, 'sink4', 'exit6', 'sink6'].map(name => `ip link set ${name} arp off up`),
  `ip addr add 192.0.2.1/32 dev ${exitInterface}`,
  `ip route add default dev ${exitInterface}`,
  'ip -6 addr add 2001:db8::1/128 dev exit6 nodad',
  'ip -6 route add default dev exit6',
].join(' && ')

/** False where namespaces or `ip` are missing. */
export function canObserveNetwork(): boolean {
  return spawnSync('unshare', [...launcher, setUp]).status === 0
}

/**
 * Runs a TypeScript program, which starts its own `startWitness`.
 * @returns its standard output
 * @throws Error with its output when it fails
 */
export async function runObserved(
  program: string,
  options: { readonly environment?: Readonly<Record<string, string>>; readonly timeoutMs: number },
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-observed-'))
  const files = { 'resolv.conf': 'nameserver 127.0.0.1\n', 'nsswitch.conf': 'hosts: files dns\n' }
  const mounts = Object.entries(files).map(([name, text]) => {
    writeFileSync(path.join(folder, name), text)
    return `if [ -e /etc/${name} ]; then mount --bind ${path.join(folder, name)} /etc/${name}; fi`
  })
  const command = [setUp, ...mounts, `exec ${process.execPath} ${program}`].join(' && ')
  try {
    const { stdout } = await promisify(execFile)('unshare', [...launcher, command], {
      env: { ...process.env, ...options.environment },
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
