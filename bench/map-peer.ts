import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { peerFolder } from './install-peers.ts'

export interface PeerTree extends AsyncDisposable {
  readonly name: string
  /** Milliseconds to expand all folders, by its own function or by setting the state; it renders nothing. */
  measure(browser: Browser, links: readonly string[], how: 'expandAll' | 'setOpen'): Promise<number>
}

/** @headless-tree/core in the same browser with the same folders, already parsed. */
export async function startPeerTree(): Promise<PeerTree> {
  const script = join(peerFolder('@headless-tree/core'), 'dist/index.mjs')
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    response.end(url === '/' ? html : readFileSync(script))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    name: '@headless-tree/core 1.7.0',
    async measure(browser, links, how) {
      const page = await browser.newPage()
      page.setDefaultTimeout(180_000)
      await page.goto(`http://127.0.0.1:${port}/`)
      await page.locator('body[data-ready]').waitFor({ state: 'attached' })
      const ms = await page.evaluate(
        given =>
          (window as unknown as Record<string, (links: readonly string[]) => unknown>)[given.how]?.(
            given.links,
          ),
        { how, links },
      )
      await page.close()
      return z.number().parse(ms)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const html = `<!doctype html><body>
<script type="module">
import { createTree, expandAllFeature, syncDataLoaderFeature } from '/tree.js'

function toItems(links) {
  const items = new Map([['root', { name: 'root', children: [] }]])
  for (const link of links) {
    let parent = 'root'
    for (const name of link.split('/').slice(2)) {
      const id = parent + '/' + name
      if (!items.has(id)) {
        items.set(id, { name, children: [] })
        items.get(parent).children.push(id)
      }
      parent = id
    }
  }
  return items
}

function startTree(items) {
  const tree = createTree({
    rootItemId: 'root',
    getItemName: item => item.getItemData().name,
    isItemFolder: item => item.getItemData().children.length > 0,
    dataLoader: { getItem: id => items.get(id), getChildren: id => items.get(id).children },
    features: [syncDataLoaderFeature, expandAllFeature],
  })
  tree.setMounted(true)
  tree.rebuildTree()
  return tree
}

async function timed(items, open) {
  const tree = startTree(items)
  const startedAt = performance.now()
  await open(tree)
  const ms = performance.now() - startedAt
  if (tree.getItems().length !== items.size - 1) throw new Error(tree.getItems().length + ' of ' + items.size)
  return ms
}

window.setOpen = links => {
  const items = toItems(links)
  const folders = [...items].filter(([, { children }]) => children.length > 0).map(([id]) => id)
  return timed(items, tree => {
    tree.applySubStateUpdate('expandedItems', folders)
    tree.rebuildTree()
    tree.getItems()
  })
}
window.expandAll = links => timed(toItems(links), tree => tree.expandAll())
document.body.dataset.ready = 'true'
</script>`
