/** Preloaded into a process of the server: counts calls per function and sends the counts over a socket. */
import { Session } from 'node:inspector/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { threadId } from 'node:worker_threads'

const sockets = new URL(import.meta.url).searchParams.get('sockets')
const program = path.basename(process.argv[1] ?? '', '.ts')

// Other processes inherit the environment too.
if (sockets !== null && (program === 'gateway' || program === 'console')) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const server = createServer(socket => {
    // Taking the counts resets them.
    void session.post('Profiler.takePreciseCoverage').then(({ result }) => socket.end(JSON.stringify(result)))
  })
  server.listen(path.join(sockets, `${program}-${process.pid}-${threadId}`))
  server.unref()
}
