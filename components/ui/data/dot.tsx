const dots = {
  ok: 'bg-ok-dot',
  warn: 'bg-warn-dot',
  bad: 'bg-bad-dot',
  off: 'inset-ring-[1.5px] inset-ring-control',
} as const

/** A dot next to a word that says the same. */
export function Dot({ tone }: { tone: keyof typeof dots }) {
  return <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
}
