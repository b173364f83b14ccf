'use client'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { HighlightedCode } from '#components/playground/highlighted-code.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { type Flavour, flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'

/** The request as a whole program, whose key comes from its environment. */
export function SharedSnippet({
  contract,
  body,
  baseUrl,
}: {
  contract: Pick<ContractInfo, 'id' | 'path'>
  body: string
  baseUrl: string
}) {
  const [flavour, setFlavour] = useState<Flavour>('curl')
  const flavours = flavoursOf(contract.id)
  const snippet = toSnippet({ contract: contract.id, baseUrl, path: contract.path, body }, { flavour })
  return (
    <section aria-label="Code" className="flex flex-col gap-2">
      <h2 className="font-semibold">As code</h2>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Language"
          className="w-48 max-sm:w-full"
          value={flavour}
          choices={flavours.map(({ flavour: value, label }) => ({ value, label }))}
          onChange={value => setFlavour(flavours.find(each => each.flavour === value)?.flavour ?? 'curl')}
        />
        <span className="flex-1" />
        <Button onClick={() => void copy(snippet.code, 'Snippet')}>
          <Copy size={16} aria-hidden />
          Copy
        </Button>
      </div>
      <HighlightedCode
        code={snippet.code}
        language={snippet.language}
        label={`Snippet: ${snippet.fileName}`}
      />
    </section>
  )
}
