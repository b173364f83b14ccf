// Official clients of MCP, in every mode: the list of tools, a call with progress, and one that is canceled.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [url, token, site] = process.argv.slice(2)
const requestInit = { headers: { authorization: `Bearer ${token}` } }
const info = { name: 'mcp-sdk', version: '1' }
const negotiate = mode => new Client(info, { versionNegotiation: { mode } })

const modes = {
  auto: [negotiate('auto'), StreamableHTTPClientTransport],
  legacy: [negotiate('legacy'), StreamableHTTPClientTransport],
  pinned: [negotiate({ pin: '2026-07-28' }), StreamableHTTPClientTransport],
  old: [new OldClient(info), OldTransport],
}

const answers = {}
for (const [name, [client, Transport]] of Object.entries(modes)) {
  await client.connect(new Transport(new URL(`${url}/mcp`), { requestInit }))
  const { tools } = await client.listTools()
  const page = await call(client, { name: 'scrape', arguments: { url: `${site}/tides` } })
  const ranked = await call(client, { name: 'rerank', arguments: { query: 'a', documents: ['b', 'a'] } })
  const progress = []
  await call(
    client,
    { name: 'parse_document', arguments: { url: `${site}/notes.md` } },
    { onprogress: ({ progress: done }) => progress.push(done) },
  )
  const refused = await call(client, { name: 'scrape', arguments: { url: 'ftp://x' } })
  const { resources } = await client.listResources()
  const leaving = new AbortController()
  const never = call(
    client,
    { name: 'scrape', arguments: { url: `${site}/never-${name}` } },
    { signal: leaving.signal },
  ).then(
    () => 'answered',
    () => 'canceled',
  )
  setTimeout(() => leaving.abort(), 1000)
  answers[name] = {
    tools: tools.map(tool => tool.name),
    page: page.content[0].text.includes('The tide is low'),
    ranked: ranked.structuredContent.results.length,
    progress,
    refused: refused.isError,
    resources: Array.isArray(resources),
    never: await never,
  }
  await client.close()
}
process.stdout.write(JSON.stringify(answers))

function call(client, params, options) {
  // The older client takes a schema of the result in between.
  return client instanceof OldClient
    ? client.callTool(params, undefined, options)
    : client.callTool(params, options)
}
