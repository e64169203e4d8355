"""What computer commanders thought."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("moves", sa.Column("thought", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("moves", "thought")
