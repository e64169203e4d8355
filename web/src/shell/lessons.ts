/** The guided first games, one for each game that has one. */

import { LESSON as bridges } from "./lessons/bridges";
import { LESSON as nagyvarad } from "./lessons/nagyvarad";
import { LESSON as ternopol } from "./lessons/ternopol";
import type { Lesson } from "./lessons/steps";

export const LESSONS: Lesson[] = [ternopol, bridges, nagyvarad];

/** The lesson of a scenario, if there is one. */
export const lessonOf = (game: string, scenario: string): Lesson | undefined =>
  LESSONS.find((lesson) => lesson.game === game && lesson.scenario === scenario);
