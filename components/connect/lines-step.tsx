'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import type {
  ConnectBlock,
  ConnectClient,
  ConnectLines,
  ConnectWay,
  Proof,
} from '#lib/snippets/connect/connect-client.ts'
import { Block, CodeBlock } from './code-lines.tsx'

/** The lines that point a client at this server, in the language or place of the reader's choice. */
export function LinesStep({
  client,
  way,
  lines,
  onWay,
}: {
  client: ConnectClient
  way: ConnectWay
  lines: ConnectLines
  onWay: (way: ConnectWay) => void
}) {
  return (
    <>
      {client.ways.length > 1 && (
        <Segmented
          label="Lines"
          choices={client.ways.map(({ id, label }) => ({ value: id, label }))}
          value={way.id}
          className="flex-wrap self-start"
          onChange={id => {
            const chosen = client.ways.find(each => each.id === id)
            if (chosen !== undefined) onWay(chosen)
          }}
        />
      )}
      {lines.install !== null && (
        <CodeBlock label="Install command" place="Install" language="bash" code={lines.install} />
      )}
      {lines.setUp.map((block, index) => (
        <Block
          key={block.kind === 'text' ? block.text : block.place}
          block={block}
          label={index === 0 ? 'Setup' : `Setup, part ${index + 1}`}
        />
      ))}
      <ProofLine proof={way.proof} />
    </>
  )
}

/** The line, or the instruction, that sends the first request. */
export function SendBlock({ send, keyIn }: { send: ConnectBlock; keyIn: ConnectWay['keyIn'] }) {
  return (
    <>
      {send.kind === 'code' && (
        <p className="text-soft">{keyIn === 'lines' ? 'Run it:' : 'Run it in the shell that has the key:'}</p>
      )}
      <Block block={send} label="First request" />
    </>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

function ProofLine({ proof }: { proof: Proof }) {
  switch (proof.kind) {
    case 'tested':
      return <p className="text-xs text-muted">Our tests run these lines.</p>
    case 'ran':
      return (
        <p className="text-xs text-muted">
          Run with {proof.version} on {day.format(new Date(proof.on))}.
        </p>
      )
    case 'read':
      return (
        <p className="text-xs text-muted">
          Not run by our tests; read from{' '}
          <a
            href={proof.source}
            target="_blank"
            rel="noreferrer"
            className="text-accent-text underline underline-offset-2"
          >
            {URL.parse(proof.source)?.hostname}
          </a>{' '}
          on {day.format(new Date(proof.on))}.
        </p>
      )
  }
}
