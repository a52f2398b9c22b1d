/** The numbers of rows per page that lists offer and addresses may ask for. */
export const pageSizes: ReadonlyArray<number> = [25, 50, 100, 250];
