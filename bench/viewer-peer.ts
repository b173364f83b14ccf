import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { peerFolder } from './install-peers.ts'
import type { MapUnderTest } from './viewer-ours.ts'

const scripts: Readonly<Record<string, string>> = {
  '/scatterplot.js': 'regl-scatterplot/dist/regl-scatterplot.esm.js',
  '/regl.js': 'regl/dist/regl.js',
  '/pub-sub.js': 'pub-sub-es/dist/index.js',
}

/** regl-scatterplot on its own page, set up as in its documentation. */
export async function startPeerViewer(): Promise<MapUnderTest> {
  const modules = dirname(peerFolder('regl-scatterplot'))
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url]
    response.setHeader('content-type', script || url === '/regl-module.js' ? 'text/javascript' : 'text/html')
    if (script) return response.end(readFileSync(join(modules, script)))
    response.end(url === '/regl-module.js' ? 'export default globalThis.createREGL' : html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    name: 'regl-scatterplot 1.16.0',
    async open(page, count) {
      await page.goto(`http://127.0.0.1:${port}/?points=${count}`)
      await page.locator('body[data-drawn]').waitFor({ timeout: 60_000 })
      return page.locator('canvas')
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

// The canvas has the same size as the map on our page.
const html = `<!doctype html>
<script src="/regl.js"></script>
<script type="importmap">{"imports":{"pub-sub-es":"/pub-sub.js","regl":"/regl-module.js"}}</script>
<canvas style="width:380px;height:560px"></canvas>
<script type="module">
import createScatterplot from '/scatterplot.js'
const count = Number(new URLSearchParams(location.search).get('points'))
const canvas = document.querySelector('canvas')
const scatterplot = createScatterplot({ canvas, width: 380, height: 560, pointSize: 3, showReticle: false })
scatterplot.subscribe('draw', () => { window.drawings += 1 })
let state = 7
const random = () => { state = Math.imul(state, 1664525) + 1013904223 >>> 0; return state / 2 ** 31 - 1 }
await scatterplot.draw(Array.from({ length: count }, (_, point) => [random(), random(), point % 7]))
document.body.dataset.drawn = 'true'
</script>`
