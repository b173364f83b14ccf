'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatBytes } from '#lib/client/format.ts'
import type { JsonObject } from '#lib/client/json-value.ts'

/** What a page says of itself, name by name. */
export function MetadataView({ metadata }: { metadata: JsonObject }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Metadata</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(metadata).map(([name, value]) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="w-40 py-1.5 pr-3 font-normal break-words text-muted">
              {name.slice(0, 200)}
            </th>
            <td className="py-1.5 break-words">
              <Value text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const lengthMax = 1000

function Value({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  if (all || text.length <= lengthMax)
    return text === '' ? <span className="text-muted">–</span> : <bdi>{text}</bdi>
  return (
    <>
      <bdi>{text.slice(0, lengthMax)}…</bdi>{' '}
      <Button variant="link" className="text-xs" onClick={() => setAll(true)}>
        Show all {formatBytes(text.length)}
      </Button>
    </>
  )
}
