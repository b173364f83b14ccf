'use client'
import { useQuery } from '@tanstack/react-query'
import { Columns2, SquarePen } from 'lucide-react'
import { otherModel } from '#components/playground/choose-model.ts'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { rivalsMax } from '#lib/client/rerank/board-state.ts'
import { useBoard, useBoardStore } from './board-context.ts'

/** Starts over, and adds a model to compare with. */
export function RerankHeaderActions() {
  const store = useBoardStore()
  const session = useKeptSession()
  const { body, rivals } = useBoard()
  const models = useQuery(modelsQuery).data ?? []
  const compare = () => {
    const next = otherModel('rerank', models, [body['model'], ...rivals])
    store.update(board => ({ ...board, rivals: [...board.rivals, next] }))
  }
  return (
    <>
      <IconButton label="New ranking" className="max-sm:hidden" onClick={session.startNew}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
      <Button variant="plain" disabled={rivals.length === rivalsMax} focusableWhenDisabled onClick={compare}>
        <Columns2 size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">{rivals.length > 0 ? 'Add model' : 'Compare'}</span>
      </Button>
    </>
  )
}
