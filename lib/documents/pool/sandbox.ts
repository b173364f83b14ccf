/** How parsers and the programs they need are kept off the network and away from other processes. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'

/**
 * `namespaces`: Linux gives each process a network without interfaces and a process table of its own.
 * `javascript`: only `lock-down.ts` applies, which cannot stop native code or programs.
 */
export type Isolation = 'namespaces' | 'javascript'

export interface Command {
  readonly file: string
  readonly arguments: readonly string[]
}

export interface Sandbox {
  readonly isolation: Isolation
  /**
   * The command that runs another one in the sandbox. If its process or this one is killed, so is everything in it.
   * @param priority as in `os.setPriority`
   */
  wrap(command: Command, priority: number): Command
  /** For the process of the command, once it is started. */
  setPriority(pid: number, priority: number): void
}

/** For operators: what keeps parsers off the network and other processes, and what it does not close. */
export interface IsolationReport {
  readonly isolation: Isolation
  readonly not_closed: readonly string[]
}

export function reportIsolation({ isolation }: Pick<Sandbox, 'isolation'>): IsolationReport {
  return { isolation, not_closed: notClosed[isolation] }
}

const notClosed: Readonly<Record<Isolation, readonly string[]>> = {
  namespaces: ['Native code of parsers can open Unix sockets in the file system.'],
  javascript: [
    'Native code of parsers can use the network and signal processes of the same user.',
    'Tesseract, ffmpeg and LibreOffice can use the network and signal processes of the same user.',
  ],
}

const found = new Map<string, Promise<Sandbox>>()

/** Tries the programs of this system once per `PATH` and remembers the first one that works. */
export function findSandbox(searchPath: string): Promise<Sandbox> {
  const known = found.get(searchPath) ?? probeAll(searchPath)
  found.set(searchPath, known)
  return known
}

export const javascriptSandbox: Sandbox = {
  isolation: 'javascript',
  wrap: command => command,
  setPriority: (pid, priority) => os.setPriority(pid, priority),
}

/** Each needs a user namespace, as an ordinary user too; containers and some systems forbid it. */
export const launchers: Readonly<Record<string, readonly string[]>> = {
  // util-linux. It maps the user to root, so the second `setpriv` drops what root could do in the namespaces.
  // oxfmt-ignore
  unshare: [
    'setpriv', '--pdeathsig', 'KILL', '--',
    'unshare', '--map-root-user', '--net', '--ipc', '--pid', '--fork', '--kill-child=KILL', '--',
    'setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--',
  ],
  // oxfmt-ignore
  bubblewrap: [
    'bwrap', '--die-with-parent', '--unshare-user', '--unshare-net', '--unshare-ipc', '--unshare-pid',
    '--cap-drop', 'ALL', '--dev-bind', '/', '/', '--',
  ],
}

async function probeAll(searchPath: string): Promise<Sandbox> {
  // Without this file, the memory of a process behind its launcher could not be limited.
  if (!existsSync(`/proc/${process.pid}/task/${process.pid}/children`)) return javascriptSandbox
  for (const launcher of Object.values(launchers)) {
    const sandbox = toSandbox(launcher)
    if (await isIsolated(sandbox, searchPath)) return sandbox
  }
  return javascriptSandbox
}

// Signals to all processes of a service or terminal must not end a launcher: its process may still finish a file.
const start = 'trap "" HUP INT TERM; exec nice -n "$@"'

export function toSandbox(launcher: readonly string[]): Sandbox {
  return {
    isolation: 'namespaces',
    wrap: (command, priority) => ({
      file: 'sh',
      arguments: ['-c', start, 'sh', String(priority), ...launcher, command.file, ...command.arguments],
    }),
    // The process may already be behind its launcher, where only `nice` reaches it.
    setPriority: () => undefined,
  }
}

const probeMs = 5000

/** Only what the process sees counts: no interface but loopback, and an ID of its own in the process table. */
export async function isIsolated(sandbox: Sandbox, searchPath: string): Promise<boolean> {
  const look = { file: 'cat', arguments: ['/proc/self/net/dev', '/proc/self/status'] }
  const { file, arguments: words } = sandbox.wrap(look, 0)
  const seen = await new Promise<string>(resolve => {
    const options = { env: { NODE_ENV: 'production', PATH: searchPath } as const, timeout: probeMs }
    execFile(file, words, options, (_, output) => resolve(output))
  })
  const interfaces = [...seen.matchAll(/^ *([^\s:]+):(?: +\d+){16}$/gm)].map(([, name]) => name)
  return interfaces.join(' ') === 'lo' && /^NSpid:\t\d+\t\d+$/m.test(seen)
}
