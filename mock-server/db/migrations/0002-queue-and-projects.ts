/** The fair queue, projects, what a work was made from, and what the works page lists and searches by. */
export const queueAndProjects = `
CREATE TABLE project (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  name TEXT NOT NULL,
  cover_image_id TEXT REFERENCES image(id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX project_account ON project(account_id, created_at);
CREATE INDEX project_cover ON project(cover_image_id) WHERE cover_image_id IS NOT NULL;

CREATE TABLE task_input (
  task_id TEXT NOT NULL REFERENCES task(id),
  field TEXT NOT NULL,
  image_id TEXT NOT NULL REFERENCES image(id),
  PRIMARY KEY (task_id, field, image_id)
) WITHOUT ROWID;
CREATE INDEX task_input_image ON task_input(image_id);
INSERT OR IGNORE INTO task_input (task_id, field, image_id)
  SELECT task.id, coalesce(nullif(substr(node.path, 3), ''), node.key), image.id
  FROM task JOIN json_tree(task.params) AS node ON node.type = 'text' JOIN image ON image.id = node.atom;
CREATE INDEX task_image_image ON task_image(image_id);

ALTER TABLE task ADD COLUMN project_id TEXT REFERENCES project(id);
ALTER TABLE task ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN workload TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN starred_at INTEGER;
ALTER TABLE task ADD COLUMN purged_at INTEGER;
UPDATE task SET
  words = lower(coalesce(json_extract(params, '$.promptTxt'), '')),
  workload =
    CASE WHEN json_extract(params, '$.quality') IN ('2k', '4k') THEN json_extract(params, '$.quality') ELSE '' END ||
    CASE WHEN json_type(params, '$.scale') IN ('integer', 'real') THEN 'x' || json_extract(params, '$.scale') ELSE '' END;
CREATE INDEX task_works ON task(account_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX task_works_project ON task(account_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX task_works_status ON task(account_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX task_works_tool ON task(account_id, tool, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX task_works_starred ON task(account_id, created_at, id) WHERE deleted_at IS NULL AND starred_at IS NOT NULL;
CREATE INDEX task_bin ON task(account_id, deleted_at, id) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX task_bin_age ON task(deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX task_project ON task(project_id) WHERE project_id IS NOT NULL;
CREATE INDEX task_history ON task(tool, workload, finished_at) WHERE status = 'succeeded' AND ms IS NOT NULL;
CREATE INDEX task_event_task ON task_event(task_id);

ALTER TABLE job ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
UPDATE job SET account_id = (SELECT account_id FROM task WHERE task.id = job.task_id);
DROP INDEX job_ready;
CREATE INDEX job_turn ON job(state, turn, id);
CREATE INDEX job_account ON job(account_id, state, turn);
CREATE INDEX job_served ON job(turn) WHERE attempt > 0;
`;
