'use client'
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { OrderRow } from './order-row.tsx'

const pageRows = 100

/** The ideal order, made by drag, by Alt and arrow, or by button. */
export function OrderList({
  documents,
  order,
  onOrder,
}: {
  documents: readonly string[]
  order: readonly number[]
  onOrder: (order: readonly number[]) => void
}) {
  const [shownMax, setShownMax] = useState(pageRows)
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const shown = order.slice(0, shownMax)
  const move = (from: number, to: number) => {
    const moved = order[from]
    if (moved === undefined || to < 0 || to >= order.length) return
    onOrder(order.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`Document ${moved + 1} is now number ${to + 1} of ${order.length}`)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      move(order.indexOf(toIndex(active.id)), order.indexOf(toIndex(over.id)))
  }
  return (
    <>
      {/* A fixed id: the one dnd-kit counts up differs between server and browser. */}
      <DndContext id={useId()} sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        {/* Positions of the documents plus one: an id of 0 counts as none. */}
        <SortableContext items={shown.map(index => index + 1)} strategy={verticalListSortingStrategy}>
          <ol aria-label="Ideal order">
            {shown.map((index, place) => (
              <OrderRow
                key={index}
                index={index}
                place={place}
                count={order.length}
                text={documents[index] ?? ''}
                onMove={to => move(place, to)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <output className="sr-only">{said}</output>
      {order.length > shownMax && (
        <Button variant="link" className="self-start" onClick={() => setShownMax(shownMax + pageRows)}>
          Show more of {formatCount(order.length - shownMax)}
        </Button>
      )}
    </>
  )
}

function toIndex(id: string | number): number {
  return Number(id) - 1
}
