import type { DocumentProblem } from '#lib/client/rerank/read-documents.ts'

const shownMax = 5

/** What the API would refuse, item by item. */
export function DocumentProblems({ problems }: { problems: readonly DocumentProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul aria-label="Problems" className="mt-1 flex flex-col gap-0.5 text-xs text-bad">
      {problems.slice(0, shownMax).map(({ index, reason }) => (
        <li key={index}>
          Item {index + 1} {reason}.
        </li>
      ))}
      {problems.length > shownMax && <li>And {problems.length - shownMax} more.</li>}
    </ul>
  )
}
