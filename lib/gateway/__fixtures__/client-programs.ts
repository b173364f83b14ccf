import { copyFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runFile } from './run-file.ts'

/** Installs packages of npm or PyPI into a folder, without their scripts. */
export async function install(
  folder: string,
  packages: Readonly<Record<string, string>>,
  python = false,
): Promise<void> {
  const wanted = Object.entries(packages)
  if (python) {
    const names = wanted.map(([name, version]) => `${name}==${version}`)
    await runFile('python3', ['-m', 'pip', 'install', '-q', '--target', folder, ...names], {})
    return
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: packages }))
  await runFile('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/**
 * Runs a program with the packages of a folder.
 * @param searchPath folders of other programs
 * @returns the JSON that it prints
 */
export async function runProgram(
  folder: string,
  source: string,
  args: readonly string[],
  searchPath: string,
): Promise<unknown> {
  const python = source.endsWith('.py')
  const copy = join(folder, 'program.mjs')
  // Packages are found from the folder of a program.
  if (!python) copyFileSync(source, copy)
  const env = {
    NODE_ENV: 'production' as const,
    PATH: searchPath,
    HOME: folder,
    PYTHONPATH: folder,
  }
  const [command, file] = python ? ['python3', source] : [process.execPath, copy]
  const { stdout } = await runFile(command, [file, ...args], { cwd: folder, env })
  return JSON.parse(stdout)
}

export interface RecordedCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Recorder extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly RecordedCall[]
}

/** Passes requests on to the gateway and records what the client sent, each request once. */
export async function startRecorder(target: string, recordedHeaders: readonly string[]): Promise<Recorder> {
  const requests: RecordedCall[] = []
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', part => void parts.push(part as Buffer))
    incoming.on('end', () => {
      const body = Buffer.concat(parts)
      const { method, url: path = '', headers } = incoming
      const isRepeated = requests.some(known => known.body === body.toString())
      if (!isRepeated)
        requests.push({ path, headers: pickHeaders(headers, recordedHeaders), body: body.toString() })
      const onward = request(`${target}${path}`, { method, headers }, response => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      })
      onward.end(body)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
