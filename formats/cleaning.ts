/**
 * The version of what an import takes out of a book and does to its texts. Raise it with every change after which the same
 * file would come out otherwise: importing it again then updates the title. A test (`cleaning.test.ts`) notices most.
 */
export const CLEANING = 5
