import { classNames } from '#components/ui/class-names.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { readImages, readText } from '#lib/client/chat/message-text.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'

/** What was asked, above its answer. */
export function QuestionView({ turn }: { turn: Turn }) {
  const text = readText(turn.message)
  return (
    <section
      aria-label={roleLabels[turn.message.role]}
      className={classNames('rounded-md bg-sunken px-3 py-2', turn.muted && 'opacity-70')}
    >
      {turn.muted && <p className="text-xs text-muted">muted: not sent</p>}
      {text !== '' && <p className="text-base break-words whitespace-pre-wrap">{text}</p>}
      {readImages(turn.message).map((image, index) => (
        <ImageCard key={index} image={image} />
      ))}
    </section>
  )
}
