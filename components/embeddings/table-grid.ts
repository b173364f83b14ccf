/** Columns of the table: mark, number, text, group, cluster, kept, distance. */
export const tableGrid =
  'grid grid-cols-[24px_40px_minmax(11rem,1fr)_minmax(3.5rem,6.5rem)_minmax(4rem,7rem)_44px_58px] items-center gap-x-2 px-3'
