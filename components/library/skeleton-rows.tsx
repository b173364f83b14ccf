/** Placeholder rows with the height of the loaded ones. */
export function SkeletonRows() {
  return (
    <div aria-busy className="flex-1 overflow-hidden" data-skeleton>
      <p className="sr-only">Loading library</p>
      <div className="h-[41px] border-b border-line bg-canvas" />
      {Array.from({ length: 12 }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows are identical
        <div key={index} className="flex h-11 items-center gap-3 border-b border-line px-4">
          <span className="size-4 rounded bg-sunken" />
          <span className="h-3 w-1/3 rounded bg-sunken" />
          <span className="ml-auto h-3 w-1/5 rounded bg-sunken" />
        </div>
      ))}
    </div>
  )
}
