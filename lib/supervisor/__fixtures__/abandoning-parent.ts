/** Starts a supervised child and prints its pid, for a test that then kills this process. */
import { keepRunning } from '#lib/supervisor/child.ts'

const [server = '', port = '0'] = process.argv.slice(2)
const child = keepRunning(
  {
    name: 'tiny',
    nodeArguments: [server, port],
    environment: {},
    probe: { host: '127.0.0.1', port: Number(port), path: '/', headers: {} },
    needed: true,
    reportsListening: true,
    liveness: null,
  },
  { line: () => {}, crashed: () => {}, ready: () => {}, hung: () => {}, waiting: () => {} },
)
await child.firstReady
process.stdout.write(`${child.pid()}\n`)
