import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { install } from './client-programs.ts'
import { runFile } from './run-file.ts'

interface VsCode extends AsyncDisposable {
  /** With an empty folder open. */
  readonly url: string
  /** The file that the command “MCP: Open User Configuration” opens. */
  readonly mcpFile: string
}

/** Installs the build of VS Code that a browser shows. Its native modules are left out: MCP works without them. */
export async function installVsCode(folder: string): Promise<void> {
  await install(folder, { 'code-server': '4.139.1' })
  // Its own script of the installation would do it.
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await runFile('npm', args, { cwd: join(folder, 'node_modules/code-server/lib/vscode') })
}

/** The version of VS Code in it, such as `1.139.1`. */
export function vsCodeVersion(folder: string): string {
  const file = join(folder, 'node_modules/code-server/lib/vscode/package.json')
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}

/**
 * Starts it with one extension.
 * @param env variables that the extension reads
 */
export async function startVsCode(
  folder: string,
  extension: string,
  env: Readonly<Record<string, string>>,
): Promise<VsCode> {
  const home = join(folder, 'home')
  const user = join(home, 'data', 'User')
  const extensions = join(home, 'extensions')
  const own = join(extensions, 'sextant.test-1.0.0')
  const work = join(home, 'work')
  for (const each of [user, own, work]) mkdirSync(each, { recursive: true })
  writeFileSync(join(user, 'settings.json'), JSON.stringify(settings))
  copyFileSync(extension, join(own, 'extension.mjs'))
  writeFileSync(join(own, 'package.json'), JSON.stringify(manifest))
  const port = await findFreePort()
  const flags = {
    'bind-addr': `127.0.0.1:${port}`,
    auth: 'none',
    'user-data-dir': join(home, 'data'),
    'extensions-dir': extensions,
  }
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/code-server/out/node/entry.js'),
      ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
      '--disable-workspace-trust',
      '--disable-telemetry',
      '--disable-update-check',
    ],
    {
      env: {
        NODE_ENV: 'production',
        PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
        HOME: home,
        ...env,
      },
      stdio: 'ignore',
    },
  )
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`
  while (child.exitCode === null && !(await answers(url)))
    await new Promise(resolve => setTimeout(resolve, 200))
  return {
    url,
    mcpFile: join(user, 'mcp.json'),
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

/** Nothing takes the focus away from the list of commands. */
const settings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
}

const manifest = {
  name: 'test',
  publisher: 'sextant',
  version: '1.0.0',
  type: 'module',
  engines: { vscode: '^1.100.0' },
  main: './extension.mjs',
  activationEvents: ['onStartupFinished'],
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => void server.close(resolve))
  return port
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
