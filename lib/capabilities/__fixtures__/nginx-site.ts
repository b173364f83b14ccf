import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const nginx = '/usr/sbin/nginx'
export const nginxMissing = existsSync(nginx) ? null : 'nginx is missing: apt-get install nginx'

export interface NginxSite extends AsyncDisposable {
  readonly host: string
  readonly origin: string
}

/**
 * Debian's nginx with these files in a typical hosting setup: compression, redirects to folders, folder
 * listings, and under `/busy/` a rate limit that returns 503.
 * @param files by path, for the origin they will have
 */
export async function startNginxSite(
  files: (origin: string) => Readonly<Record<string, string | Buffer>>,
): Promise<NginxSite> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'sextant-nginx-'))
  for (const [path, content] of Object.entries(files(origin))) {
    const file = join(folder, 'site', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(port, folder))
  const child = spawn(nginx, ['-c', config, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilReady(origin)
  return {
    host: `127.0.0.1:${port}`,
    origin,
    async [Symbol.asyncDispose]() {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(port: number, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
events { worker_connections 256; }
http {
  access_log off; ${temporary}
  types { text/html html; text/plain txt; application/xml xml; application/octet-stream gz; application/pdf pdf; }
  gzip on; gzip_min_length 1; gzip_types text/plain application/xml;
  limit_req_zone $binary_remote_addr zone=slow:1m rate=20r/s;
  server { listen 127.0.0.1:${port}; root ${folder}/site; absolute_redirect off;
    location /busy/ { limit_req zone=slow burst=2 nodelay; }
    location /files/ { autoindex on; }
    location = /moved { return 308 /docs/; } }
}
`
}

async function untilReady(origin: string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    if (await fetch(origin).then(({ ok }) => ok, () => false)) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('nginx is not ready after 10 s')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
