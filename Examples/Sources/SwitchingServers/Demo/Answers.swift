/// The expected answers of a server.
///
/// They differ between the two servers, so that a mix-up is noticed.
struct Answers {
    let all: [User]
    let ada: User
    let margaret: User
    let researchers: [User]
    /// The pages of the list of all users, after Margaret has been created.
    let pages: [[User]]
    let signIns: String

    static let staging = Answers(
        all: [StagingUsers.tess, StagingUsers.ada],
        ada: StagingUsers.ada,
        margaret: StagingUsers.margaret,
        researchers: [StagingUsers.ada, StagingUsers.margaret],
        pages: [[StagingUsers.tess, StagingUsers.ada], [StagingUsers.margaret]],
        signIns: SignIns.csv(of: [StagingUsers.tess, StagingUsers.ada])
    )

    static let production = Answers(
        all: [ProductionUsers.joan, ProductionUsers.grace, ProductionUsers.ada],
        ada: ProductionUsers.ada,
        margaret: ProductionUsers.margaret,
        researchers: [ProductionUsers.ada, ProductionUsers.grace, ProductionUsers.margaret],
        pages: [
            [ProductionUsers.joan, ProductionUsers.grace],
            [ProductionUsers.ada, ProductionUsers.margaret],
        ],
        signIns: SignIns.csv(of: [ProductionUsers.joan, ProductionUsers.grace, ProductionUsers.ada])
    )
}
