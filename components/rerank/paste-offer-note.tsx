import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { PasteOffer } from '#lib/client/rerank/paste-offer.ts'
import { DocumentProblems } from './document-problems.tsx'

/** Below a row that got several documents at once: nothing is split unless asked for. */
export function PasteOfferNote({
  offer,
  onTake,
  onKeep,
}: {
  offer: PasteOffer
  onTake: () => void
  onKeep: () => void
}) {
  const count = formatCount(offer.documents.length)
  const words = offer.kind === 'lines' ? `This row has ${count} lines.` : `This row is a list of ${count}.`
  return (
    <div className="col-start-2 mt-1 mb-1.5 rounded-md bg-sunken px-2 py-1 text-xs">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex-1">{words}</span>
        <Button variant="link" onClick={onTake}>
          Make {count === '1' ? 'it a document' : `${count} documents`}
        </Button>
        <Button variant="link" className="text-muted" onClick={onKeep}>
          Keep as one
        </Button>
      </div>
      {offer.kind === 'items' && <DocumentProblems problems={offer.problems} />}
    </div>
  )
}
